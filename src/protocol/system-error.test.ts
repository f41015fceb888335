import { expect, test } from 'vitest'
import { inChinese } from './messages/chinese.ts'
import { expectedError, OutputError, SYSTEM_CALL_VERBS, SYSTEM_REASONS } from './system-error.ts'

const ENGLISH = /[a-z]{2,} [a-z]{2,}/
const failure = (code: string, facts: { syscall?: string; path?: string }) =>
  Object.assign(new Error('x'), { code, ...facts })

test.each(Object.keys(SYSTEM_REASONS))('%s is said in Chinese, whatever was tried', code => {
  for (const syscall of [...Object.keys(SYSTEM_CALL_VERBS), 'spawn git', 'futime'])
    for (const path of ['/a b/c', undefined]) {
      const zh = inChinese(expectedError(failure(code, { syscall, ...(path ? { path } : {}) })) ?? '')
      expect(zh).toContain(code)
      expect(zh.replace(syscall, '')).not.toMatch(ENGLISH)
      if (path) expect(zh).toContain(path)
    }
  expect(inChinese(new OutputError(failure(code, {})).localized)).not.toMatch(ENGLISH)
})
