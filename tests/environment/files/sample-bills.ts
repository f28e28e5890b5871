import { ROUTES } from '@ledger/contracts/http/routes.ts'
import sharp, { type Sharp } from 'sharp'
import { expectBody, type TestClient } from '../network/http-client.ts'

/** Returns a photo like a telephone's; each has different noise. */
export function samplePhoto({ width = 640, height = 480 } = {}): Promise<Buffer> {
  return noiseImage(width, height).jpeg().toBuffer()
}

export function noiseImage(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
}

/** Returns a PDF of one page with a text. */
export function samplePdf(text = 'Ten bags of cement'): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = file.length
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Uploads a file with any content type, also a false one. */
export function uploadBillFile(client: TestClient, file: Buffer, type = 'application/octet-stream') {
  return client.call('POST', '/api/bills', file, { headers: { 'content-type': type } })
}

/**
 * Uploads a file that is accepted.
 * @returns its id
 */
export async function uploadBillFileForId(client: TestClient, file: Buffer): Promise<string> {
  const reply = await uploadBillFile(client, file)
  return expectBody(reply, reply.status === 200 ? 200 : 201, ROUTES.uploadBill.answer).id
}
