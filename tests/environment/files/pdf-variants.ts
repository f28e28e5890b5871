import { readFileSync } from 'node:fs'
import { samplePdf } from './sample-bills.ts'

/** PDFs as programs and printers write them, and files that only look like one. */

const PDF = samplePdf()
const withHeader = (header: string, file = PDF) =>
  Buffer.from(
    file.toString('latin1').replace('%PDF-1.4\n', () => header),
    'latin1',
  )
const before = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), PDF])
const after = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.concat([PDF, Buffer.from(text, encoding)])
const withPassword = (name: string) => readFileSync(new URL(`password-pdfs/${name}.pdf`, import.meta.url))

/** Every reader of PDFs opens these. */
export const READABLE_PDFS: readonly [string, Buffer][] = [
  ['as it is', PDF],
  ['a blank after the version', withHeader('%PDF-1.4 \n')],
  ['a CR after the version', withHeader('%PDF-1.4\r')],
  ['a comment right after the version', withHeader('%PDF-1.4%\xe2\xe3\xcf\xd3\n')],
  ['version 2.0', withHeader('%PDF-2.0\r\n')],
  ['a byte order mark', before('\xef\xbb\xbf')],
  ['an empty line', before('\r\n')],
  ['NULs before it', before('\0'.repeat(128))],
  ['1,024 bytes before it', before(`${'x'.repeat(1023)}\n`)],
  ['a byte order mark and 1,024 blanks', before(`\xef\xbb\xbf${' '.repeat(1024)}`)],
  ['the headers of a web server', before('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')],
  [
    'the commands of a printer',
    Buffer.concat([before('\x1b%-12345X@PJL\r\n@PJL ENTER LANGUAGE=PDF\r\n'), Buffer.from('\x1b%-12345X')]),
  ],
  ['NULs up to the end of a block', after('\0'.repeat(3000))],
  ['a comment after it', after('% Printed on 21 November\n')],
  ['a comment of bytes after it', after('%\xe2\xe3\xcf\xd3\n')],
  ['a comment in Hindi after it', after('% दुकान की मुहर, ₹450\n', 'utf8')],
  ['a second end marker behind a comment of bytes', after('%\xe2\xe3\xcf\xd3\n%%EOF\n')],
  ['the end of a file of DOS', after('\r\n\x1a')],
  ['a second end marker', after('%%EOF\n')],
  ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256'].map((cipher): [string, Buffer] => [
    `a password that limits printing, ${cipher}`,
    withPassword(`${cipher}-limits-printing`),
  ]),
]

export const LOCKED_PDFS: readonly [string, Buffer][] = [
  ...['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256'].map((cipher): [string, Buffer] => [
    cipher,
    withPassword(`${cipher}-asks`),
  ]),
  [
    'a certificate',
    Buffer.from(withPassword('aes-128-asks').toString('latin1').replace('/Standard', '/Adobe.Pu'), 'latin1'),
  ],
  ['behind an empty line', Buffer.concat([Buffer.from('\r\n'), withPassword('rc4-128-asks')])],
]

/** Cut off, or another file under a PDF's first or last line. */
export const BROKEN_PDFS: readonly [string, Buffer][] = [
  ['cut off', PDF.subarray(0, PDF.length - 20)],
  ['a first line only', Buffer.from('%PDF-1.4\n<script>alert(1)</script>')],
  ['an unknown version', Buffer.from('%PDF-9.9\nstartxref\n9\n%%EOF')],
  ['a version of two digits', withHeader('%PDF-1.45\n')],
  ['a table behind its end', Buffer.from('%PDF-1.4\nstartxref\n999999\n%%EOF')],
  ['a ZIP after it', after('PK\x03\x04')],
  ['a ZIP in a comment after it', after('%PK\x05\x06\0\0')],
  ['a GZIP after it', after('\x1f\x8b\x08\0\0\xff')],
  ['a JPEG after it', after('\xff\xd8\xff\xe0\0\x10JFIF\0\x01')],
  ['a PNG after it', after('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01')],
  ['markup behind a comment in Hindi after it', after('% मुहर\n<script>alert(1)</script>', 'utf8')],
  ['markup in a comment after it', after('%<script>alert(1)</script>')],
  ['1,100 bytes of text after it', after('x'.repeat(1100))],
]

/** Files of another kind with a PDF behind their beginning. */
export const FILES_BEFORE_PDFS: readonly [string, Buffer][] = [
  ['markup', before('<html>')],
  ['markup behind blanks', before(`\r\n${' '.repeat(100)}<svg>`)],
  ['a script', before('#!/bin/sh\n')],
  ['PostScript', before('%!PS-Adobe-3.0\n')],
  ['a GIF of letters', before('GIF89a  ,')],
  ['a program', before('MZ\x90\0\x03')],
  ['a bitmap', before(`BM${'\0'.repeat(40)}`)],
  ['a ZIP', before('PK\x03\x04')],
  ['1,100 bytes', before(' '.repeat(1100))],
]
