import { escapeXml } from './escape-xml.ts'

/** The look of a cell. */
export interface CellLook {
  /** The format as in ECMA-376, 18.8.30. Without it, General. */
  readonly format?: string
  readonly font?: keyof typeof XLSX_FONTS
  readonly align?: 'left'
  /** Breaks a text into lines, so that a narrow column does not cut it. */
  readonly wraps?: boolean
}

const XLSX_FONTS = {
  plain: '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  bold: '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  head: '<font><b/><sz val="11"/><color rgb="FF131A14"/><name val="Calibri"/><family val="2"/></font>',
}
const FONT_NAMES = Object.keys(XLSX_FONTS)

/**
 * Every program expects the first two fills as none. The third is the background of the head, which has a line below.
 */
const XLSX_FILLS = `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFD3DBD1"/></patternFill></fill></fills>`
const XLSX_BORDERS = `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF434F45"/></bottom><diagonal/></border></borders>`

/** The formats that need no code of their own (ECMA-376, 18.8.30), and the first number for formats of the workbook. */
const BUILT_IN_FORMATS: Readonly<Record<string, number>> = { General: 0, '0': 1, '@': 49 }
const FIRST_CUSTOM_FORMAT = 164

/** Collects the styles of a workbook. Each is written once, and numbered when a cell first needs it. */
export function createCellStyles() {
  const formats = new Map<string, number>()
  const styles = new Map<string, number>()

  function formatId(format: string): number {
    const known = BUILT_IN_FORMATS[format] ?? formats.get(format)
    if (known !== undefined) return known
    const id = FIRST_CUSTOM_FORMAT + formats.size
    formats.set(format, id)
    return id
  }

  function written({ format = 'General', font = 'plain', align, wraps = false }: CellLook): string {
    const [fill, border] = font === 'head' ? [2, 1] : [0, 0]
    const ids = `numFmtId="${formatId(format)}" fontId="${FONT_NAMES.indexOf(font)}" fillId="${fill}" borderId="${border}" xfId="0"`
    const apply = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"'
    // The cells of a row begin at the same height, beside a text of several lines too.
    const horizontal = align === undefined ? '' : ` horizontal="${align}"`
    const alignment = `<alignment${horizontal} vertical="top"${wraps ? ' wrapText="1"' : ''}/>`
    return `<xf ${ids} ${apply} applyAlignment="1">${alignment}</xf>`
  }

  // The style of a cell without one.
  styles.set(written({}), 0)

  return {
    /** Returns the number of a look. */
    idOf(look: CellLook): number {
      const style = written(look)
      const known = styles.get(style)
      if (known !== undefined) return known
      styles.set(style, styles.size)
      return styles.size - 1
    },
    /** Returns `xl/styles.xml`. Called after all cells are written. */
    xml(): string {
      const codes = [...formats].map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`)
      const own = codes.length === 0 ? '' : `<numFmts count="${codes.length}">${codes.join('')}</numFmts>`
      const fonts = `<fonts count="${FONT_NAMES.length}">${Object.values(XLSX_FONTS).join('')}</fonts>`
      const base = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
      const all = `<cellXfs count="${styles.size}">${[...styles.keys()].join('')}</cellXfs>`
      const names = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
      return `${own}${fonts}${XLSX_FILLS}${XLSX_BORDERS}${base}${all}${names}`
    },
  }
}
