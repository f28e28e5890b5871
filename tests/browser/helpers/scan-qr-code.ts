import type { Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'

/** Reads a QR code from a picture of a part of the page, as a scanner does. */
export async function scanQrCode(code: Locator): Promise<string> {
  const picture = (await code.screenshot({ scale: 'css' })).toString('base64')
  // A page without a content security policy, to read the pixels.
  const reader = await code.page().context().newPage()
  try {
    const { width, height, pixels } = await reader.evaluate(async (png) => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      return { width: image.width, height: image.height, pixels: Array.from(data) }
    }, picture)
    return decodeQr({ width, height, data: Uint8Array.from(pixels) }, { timeLimit: 5000 })
  } finally {
    await reader.close()
  }
}
