import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from '../csv.js'

test('plain fields', () => assert.deepEqual(parseCsv('a,b\n1,2\n'), [['a', 'b'], ['1', '2']]))
test('a comma in quotes', () => assert.deepEqual(parseCsv('"a,b",c'), [['a,b', 'c']]))
test('a line break in quotes', () => assert.deepEqual(parseCsv('"a\nb",c\nd,e'), [['a\nb', 'c'], ['d', 'e']]))
test('doubled quotes', () => assert.deepEqual(parseCsv('"say ""hi""",x'), [['say "hi"', 'x']]))
test('empty fields', () => assert.deepEqual(parseCsv(',"",x'), [['', '', 'x']]))
