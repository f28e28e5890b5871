import { useEffect, useState } from 'react'

const REST_MS = 200

/** A number that moves under a finger, once it rests. */
export function useSettled(value: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
