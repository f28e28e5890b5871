import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readWorkbook, rowValues, type WorkbookSheet } from './xlsx-reader.ts'

/** The columns of §3 at the beginning of every file of transactions. */
export const SHEET_COLUMNS_OF_SECTION_3 = [
  ...['Date', 'Credit Amount', 'Debit Amount', 'Recipient/Beneficiary'],
  ...['Purpose', 'Payment Mode', 'Narration', 'Transaction Type'],
]

export const BILL_COLUMNS = ['Bills', 'Bill Links']

/** The last columns of every file of transactions. */
export const LAST_COLUMNS = [...BILL_COLUMNS, 'Reference', 'Voucher Number']

/** Opens the export dialog of a screen with its button. */
export async function openExportDialog(
  page: Page,
  { path = '/reports', button = 'Generate Report', title = 'Export Report' } = {},
): Promise<Locator> {
  await page.goto(new URL(path, page.url()).href)
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog', { name: title })
}

/** Clicks a button and returns the downloaded file's name and its sheet. */
export async function downloadSheet(page: Page, button: Locator): Promise<{ name: string; sheet: WorkbookSheet }> {
  const waiting = page.waitForEvent('download')
  await button.click()
  const file = await waiting
  return { name: file.suggestedFilename(), sheet: readWorkbook(await readFile(await file.path())) }
}

/** Returns the button for the full report. */
export const fullReportButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Download', exact: true })

/** Returns the label and the amount of each line of the SUMMARY block, which a blank row separates from the rows. */
export function summaryBlock({ rows }: WorkbookSheet): unknown[][] {
  const start = rows.findIndex((row) => row[0]?.value === 'SUMMARY')
  expect(rowValues(rows[start - 1])).toEqual([])
  return rows.slice(start + 1).map((row) => rowValues(row).filter((value) => value !== null))
}
