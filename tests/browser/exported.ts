import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readWorkbook, type Sheet, valuesOf } from './workbook.ts'

/** The columns of §3 that every file of transactions begins with. */
export const COLUMNS = [
  ...['Date', 'Credit Amount', 'Debit Amount', 'Recipient/Beneficiary'],
  ...['Purpose', 'Payment Mode', 'Narration', 'Transaction Type'],
]

/** What stands behind them, at the very end. */
export const BILL_COLUMNS = ['Bills', 'Bill Links']

/** Opens the export dialog of a screen by the button that leads to it. */
export async function openExport(
  page: Page,
  { path = '/reports', button = 'Generate Report', title = 'Export Report' } = {},
): Promise<Locator> {
  await page.goto(new URL(path, page.url()).href)
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog', { name: title })
}

/** What a click downloads: the name of the file and its sheet. */
export async function downloadedBy(page: Page, button: Locator): Promise<{ name: string; sheet: Sheet }> {
  const waiting = page.waitForEvent('download')
  await button.click()
  const file = await waiting
  return { name: file.suggestedFilename(), sheet: readWorkbook(await readFile(await file.path())) }
}

/** The button for the full report. */
export const fullReport = (dialog: Locator) => dialog.getByRole('button', { name: 'Download', exact: true })

/** The label and the amount of each line of the SUMMARY block, which a blank row parts from the rows. */
export function summaryOf({ rows }: Sheet): unknown[][] {
  const start = rows.findIndex((row) => row[0]?.value === 'SUMMARY')
  expect(valuesOf(rows[start - 1])).toEqual([])
  return rows.slice(start + 1).map((row) => valuesOf(row).filter((value) => value !== null))
}
