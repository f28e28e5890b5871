/** Returns the address of a bill's bytes. It contains their hash, so they never change. */
export const billAddress = (id: string) => `/api/bills/${id}`
export const thumbnailAddress = (id: string) => `/api/bills/${id}/thumbnail`
