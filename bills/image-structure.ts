/** The parts of a picture's file, and what they ask of a decoder. */
export interface ImageStructure {
  /** In pixels, as is the height. */
  width: number
  height: number
  /** The number of passes that the decoder makes over the whole picture. */
  scans: number
  /** Bytes that the decoder buffers for the whole picture; 0 if it decodes line by line. */
  bufferedBytes: number
  /**
   * The file for the decoder: pixels, their colours, and the orientation. Metadata, which can cost more than the
   * picture, is left out.
   */
  parts: Buffer[]
}

/** More than the best camera of a telephone makes. More pixels show no more of a bill. */
const MAX_PIXELS = 64_000_000
/** An encoder writes about ten. Each costs as much as a small picture, in a few hundred bytes. */
const MAX_SCANS = 100
/** A progressive photo of 50 megapixels needs 150 MB, or 300 MB without subsampled colours. */
const MAX_BUFFERED_BYTES = 320_000_000

/** Why a picture would cost more than any photo of a bill, in words for a log; undefined where it would not. */
export function describeExcessiveCost({ width, height, scans, bufferedBytes }: ImageStructure): string | undefined {
  if (width * height > MAX_PIXELS) return `${width} by ${height} pixels`
  if (scans > MAX_SCANS) return `${scans} scans`
  if (bufferedBytes > MAX_BUFFERED_BYTES) return `${bufferedBytes} bytes in memory`
  return undefined
}
