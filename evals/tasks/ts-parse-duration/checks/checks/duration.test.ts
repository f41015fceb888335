import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDuration } from '../duration.ts'

const CASES: [string, number | undefined][] = [
  ['90s', 90],
  ['1h30m', 5400],
  ['2d 4h', 187200],
  ['1m 1h', 3660],
  ['', undefined],
  ['5', undefined],
  ['1h and 2m', undefined],
  ['1h1h', undefined],
  ['-1h', undefined],
]
for (const [text, seconds] of CASES) test(JSON.stringify(text), () => assert.equal(parseDuration(text), seconds))
