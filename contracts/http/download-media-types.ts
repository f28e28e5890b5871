/** The media types of the files that head office prints or hands to its accountant. */
export const DOWNLOAD_MEDIA_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
] as const
