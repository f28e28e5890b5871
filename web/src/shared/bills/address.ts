/** Where the bytes of a bill are; by its hash, so they never change. */
export const billAddress = (id: string) => `/api/bills/${id}`
export const thumbnailAddress = (id: string) => `/api/bills/${id}/thumbnail`
