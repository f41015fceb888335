import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as dates from '../format-date.js'
import { invoiceHead } from '../invoice.js'
import { reportHead } from '../report.js'

const day = new Date('2026-03-07T00:00:00Z')
test('nothing that is printed changed', () => {
  assert.equal(dates.dateLine(day), 'Date: 07.03.2026')
  assert.equal(invoiceHead(4, day), 'Invoice 4 of 07.03.2026')
  assert.equal(reportHead('All', day), 'All (07.03.2026)')
})
test('one place knows how', () => {
  assert.equal(dates.formatDate(day), '07.03.2026')
  const uses = ['format-date.js', 'invoice.js', 'report.js'].filter(name =>
    readFileSync(new URL(`../${name}`, import.meta.url), 'utf8').includes('getUTCMonth'),
  )
  assert.deepEqual(uses, ['format-date.js'])
})
