import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toRoman } from './roman.ts'

for (const [value, text] of [[1, 'I'], [4, 'IV'], [9, 'IX'], [40, 'XL'], [90, 'XC'], [400, 'CD'], [900, 'CM'], [1994, 'MCMXCIV'], [3999, 'MMMCMXCIX']] as const)
  test(text, () => assert.equal(toRoman(value), text))
for (const value of [0, -1, 4000, 1.5, Number.NaN]) test(`not ${value}`, () => assert.throws(() => toRoman(value), RangeError))
