import { daysOfFinancialYear, financialYearOf } from '@ledger/contracts/financial-year.ts'
import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheets/rupee-format.ts'
import type { SiteFigures } from '@ledger/web/src/office/dashboard/order-sites.ts'
import {
  heldByDeleted,
  siteWithSupervisors,
  sumSiteBalances,
} from '@ledger/web/src/office/dashboard/sum-site-balances.ts'
import { mailtoLink } from '@ledger/web/src/office/reports/mailto-link.ts'
import { firstDayOfPeriod } from '@ledger/web/src/shared/charts/chart-period.ts'
import { fileNameFromParts } from '@ledger/web/src/shared/export/file/file-name.ts'
import { describe, expect, test } from 'vitest'

describe('the total row', () => {
  const site = (currentBalance: string, totalReceived: string, totalSpent: string) =>
    ({ siteBalance: { currentBalance, totalReceived, totalSpent } }) as SiteUser

  test('adds up every site, to the paisa', () => {
    const sites = [site('0.10', '100.00', '99.90'), site('-250.50', '0.20', '250.70'), site('0.20', '0.30', '0.10')]
    expect(sumSiteBalances(sites)).toEqual({ currentBalance: '-250.20', totalReceived: '100.50', totalSpent: '350.70' })
  })

  test('of one site is its balance, of none is nothing', () => {
    expect(sumSiteBalances([site('-1.00', '2.00', '3.00')])).toEqual(site('-1.00', '2.00', '3.00').siteBalance)
    expect(sumSiteBalances([])).toEqual({ currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' })
  })

  test('of a site with its supervisors has the cash of each, and of deleted ones once that is known', () => {
    const supervisor = (cash: string) => ({ siteBalance: site(cash, '0.00', '0.00').siteBalance }) as Supervisor
    const row = {
      site: site('400.00', '900.00', '500.00'),
      supervisors: [supervisor('50.50'), supervisor('-7.00')],
      figures: { heldByDeleted: '1000.25' } as SiteFigures,
    }
    expect(siteWithSupervisors(row)).toBe('1443.75')
    expect(heldByDeleted(row)).toBe('1000.25')
    const early = { ...row, figures: undefined }
    expect([siteWithSupervisors(early), heldByDeleted(early)]).toEqual(['443.50', '0.00'])
  })
})

describe('a financial year', () => {
  test.each([
    ['2026-03-31', 2025],
    ['2026-04-01', 2026],
    ['2026-04-30', 2026],
    ['2026-12-31', 2026],
    ['2027-01-01', 2026],
  ])('%s lies in the one from April %i', (day, year) => {
    expect(financialYearOf(day)).toBe(year)
    expect(firstDayOfPeriod('year', day)).toBe(`${year}-04-01`)
    expect(daysOfFinancialYear(year)).toEqual({ from: `${year}-04-01`, to: `${year + 1}-03-31` })
  })

  test('and the other periods begin with a month', () => {
    expect(firstDayOfPeriod('month', '2026-02-14')).toBe('2026-02-01')
    expect(firstDayOfPeriod('quarter', '2026-02-14')).toBe('2025-12-01')
    expect(firstDayOfPeriod('quarter', '2026-03-01')).toBe('2026-01-01')
    expect(firstDayOfPeriod('all', '2026-02-14')).toBeUndefined()
  })
})

describe('an amount below zero in a workbook', () => {
  /** The groups of the format for negative amounts: ##,##,##,##0.00 has four. */
  const groups = (paise: number) => spreadsheetRupeeFormat(paise).split(';').at(-1)?.split(',').length

  test.each([
    [-1, 2],
    [-9_999_999, 2],
    [-10_000_000, 3],
    [-10_000_001, 3],
    [-999_999_999, 3],
    [-1_000_000_000, 4],
    [-1_000_000_001, 4],
  ])('%i paise is grouped as Indians do', (paise, expected) => {
    expect(groups(paise)).toBe(expected)
  })
})

test('a file is named after what can be seen of a name', () => {
  expect(fileNameFromParts('Report', 'Ramesh\u200b Steel\u3164', '2026')).toBe('Report_Ramesh_Steel_2026')
})

describe("a visitor's address", () => {
  test.each([
    ['asha@example.in', 'mailto:asha@example.in'],
    ['a?bcc=all&body=x@evil.example', 'mailto:a%3Fbcc%3Dall%26body%3Dx@evil.example'],
    ['100%41@example.in', 'mailto:100%2541@example.in'],
    ['a#b@example.in?subject=x', 'mailto:a%23b@example.in%3Fsubject%3Dx'],
    ['राम@उदाहरण.भारत', `mailto:${encodeURIComponent('राम')}@${encodeURIComponent('उदाहरण.भारत')}`],
  ])('%s adds nothing to the letter', (email, address) => {
    expect(mailtoLink(email)).toBe(address)
  })
})
