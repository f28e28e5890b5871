import { create } from 'zustand'
import type { UnfinishedPhoto } from './unfinished-store.ts'

/** The unfinished photos of the signed-in user, the newest first. */
export const useUnfinishedPhotos = create<{ photos: readonly UnfinishedPhoto[] }>(() => ({ photos: [] }))
