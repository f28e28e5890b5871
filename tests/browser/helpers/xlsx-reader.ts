import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'

/** A cell as a spreadsheet program reads it. Dates are numbers with a date format. */
export interface WorkbookCell {
  value: string | number
  format: string
  isBold: boolean
}

/** The only sheet of a workbook. */
export interface WorkbookSheet {
  name: string
  widths: number[]
  frozenRows: number
  /** Row by row, up to the last cell of each; undefined is an empty cell. */
  rows: (WorkbookCell | undefined)[][]
  /** Parts that would be calculated, fetched or run when the file is opened. */
  formulasAndLinks: string[]
}

/**
 * Reads an xlsx file from its XML, deliberately without the library that wrote it.
 * @throws Error unless it is a workbook with one sheet and shared strings
 */
export function readWorkbook(bytes: Uint8Array): WorkbookSheet {
  const files = unzipSync(bytes)
  const part = <Schema extends z.ZodType>(name: string, schema: Schema) => {
    const file = files[name]
    if (file === undefined) throw new Error(`The workbook has no ${name}`)
    return schema.parse(parser.parse(strFromU8(file)))
  }
  const { workbook } = part('xl/workbook.xml', WORKBOOK)
  const { styleSheet } = part('xl/styles.xml', STYLES)
  const { sst } = part('xl/sharedStrings.xml', STRINGS)
  const { worksheet } = part('xl/worksheets/sheet1.xml', WORKSHEET)
  const formats = new Map(styleSheet.numFmts?.numFmt.map(({ numFmtId, formatCode }) => [numFmtId, formatCode]))
  const texts = sst.si.map(({ t }) => (typeof t === 'string' ? t : t['#text']))
  const formulasAndLinks = Object.keys(files).filter((name) =>
    /vba|external|connections|embeddings|calcChain|\.bin$/i.test(name),
  )

  const rows: WorkbookSheet['rows'] = []
  for (const { r: number, c: cells = [] } of worksheet.sheetData.row) {
    const row: WorkbookSheet['rows'][number] = []
    for (const { r: place, s, t, v, f } of cells) {
      if (f !== undefined || !['s', 'n'].includes(t)) formulasAndLinks.push(place)
      if (v === undefined) continue
      const style = styleSheet.cellXfs.xf[s]
      const font = styleSheet.fonts.font[style?.fontId ?? 0]
      row[place.charCodeAt(0) - 65] = {
        value: t === 's' ? (texts[Number(v)] ?? '') : Number(v),
        format: formats.get(style?.numFmtId ?? 0) ?? BUILT_IN_NUMBER_FORMATS[style?.numFmtId ?? 0] ?? '',
        isBold: typeof font === 'object' && 'b' in font,
      }
    }
    rows[number - 1] = Array.from(row)
  }
  return {
    name: workbook.sheets.sheet.name,
    widths: worksheet.cols.col.flatMap(({ min, max, width }) => Array<number>(max - min + 1).fill(width)),
    frozenRows: worksheet.sheetViews.sheetView.pane?.ySplit ?? 0,
    rows: Array.from(rows, (row) => row ?? []),
    formulasAndLinks,
  }
}

/** Returns the values of a row, an empty cell as null. */
export const rowValues = (row: WorkbookSheet['rows'][number] | undefined) =>
  Array.from(row ?? [], (cell) => cell?.value ?? null)

/** Returns a day's number in a spreadsheet: whole days since the end of 1899. */
export const spreadsheetDate = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'col', 'si', 'xf', 'font', 'numFmt'].includes(name),
})

/** Built-in formats, which have no code in the file (ECMA-376, 18.8.30). */
const BUILT_IN_NUMBER_FORMATS: Record<number, string> = { 0: 'General', 1: '0', 49: '@' }

const whole = z.coerce.number().int()
const WORKBOOK = z.object({ workbook: z.object({ sheets: z.object({ sheet: z.object({ name: z.string() }) }) }) })
const STYLES = z.object({
  styleSheet: z.object({
    numFmts: z.object({ numFmt: z.array(z.object({ numFmtId: whole, formatCode: z.string() })) }).optional(),
    fonts: z.object({ font: z.array(z.union([z.looseObject({}), z.string()])) }),
    cellXfs: z.object({ xf: z.array(z.object({ numFmtId: whole, fontId: whole })) }),
  }),
})
const STRINGS = z.object({
  sst: z.object({ si: z.array(z.object({ t: z.union([z.string(), z.object({ '#text': z.string() })]) })) }),
})
const WORKSHEET = z.object({
  worksheet: z.object({
    sheetViews: z.object({ sheetView: z.object({ pane: z.object({ ySplit: whole }).optional() }) }),
    cols: z.object({ col: z.array(z.object({ min: whole, max: whole, width: z.coerce.number() })) }),
    sheetData: z.object({
      row: z.array(
        z.object({
          r: whole,
          c: z
            .array(
              z.object({
                r: z.string().regex(/^[A-Z]\d+$/),
                s: whole.default(0),
                t: z.string().default('n'),
                v: z.string().optional(),
                f: z.unknown().optional(),
              }),
            )
            .optional(),
        }),
      ),
    }),
  }),
})
