/** A sheet of words; figures come as they are read, in rupees with Indian grouping (§3). */
export interface Sheet {
  readonly name: string
  readonly columns: readonly { readonly header: string; readonly width: number }[]
  readonly rows: readonly (readonly string[])[]
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Makes an Excel file in the browser and hands it to the person. Every cell is a plain string, so none can become a formula. */
export async function download(sheet: Sheet, fileName: string): Promise<void> {
  // exceljs's regenerator would call `Function(…)`, which the CSP forbids, unless this name exists before it loads.
  Object.assign(globalThis, { regeneratorRuntime: undefined })
  const { default: Excel } = await import('exceljs')
  const book = new Excel.Workbook()
  const page = book.addWorksheet(sheet.name)
  page.columns = sheet.columns.map(({ header, width }) => ({ header, width }))
  page.getRow(1).font = { bold: true }
  for (const row of sheet.rows) page.addRow([...row])
  const url = URL.createObjectURL(new Blob([await book.xlsx.writeBuffer()], { type: XLSX }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file by then; a URL that stays would keep it in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
