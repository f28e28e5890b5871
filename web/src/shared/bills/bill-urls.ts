/** Returns the address of a bill's bytes. It contains their hash, so they never change. */
export const billPath = (id: string) => `/api/bills/${id}`
export const billThumbnailPath = (id: string) => `/api/bills/${id}/thumbnail`
