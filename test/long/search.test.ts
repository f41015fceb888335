import { test } from 'vitest'
import { compareContents, compareLists } from '../support/search-difference.ts'

test('the built-in search lists the files ripgrep lists, in thousands of trees', () => compareLists(3000))

test('the built-in search finds what ripgrep finds, for thousands of expressions', () =>
  compareContents(5000))
