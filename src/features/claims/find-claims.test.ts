import { expect, test } from 'vitest'
import { findClaims } from './find-claims.ts'

test.each<[string, readonly string[]]>([
  ['All tests pass.', ['tests all']],
  ['I re-ran the suite: 214 tests passed, 0 failed.', ['tests 214']],
  ['The tests pass and the build is green.', ['tests']],
  ['`npm test` passes; `tsc` is clean.', ['tests', 'lint']],
  ['✅ 12/12 passing', ['tests 12']],
  ['Everything is green now.', ['tests all']],
  ['No failing tests.', ['tests']],
  ['It compiles without errors.', ['build']],
  ['Fixed. The parser takes empty input.', ['done']],
  ['The bug is fixed, and tests pass.', ['tests']],
  ['测试已全部通过。', ['tests all']],
  ['构建成功，类型检查也通过了。', ['build']],
  ['已完成：解析器支持空输入。', ['done']],
  ['The tests should pass now.', []],
  ['The tests do not pass yet.', []],
  ["I didn't run the tests, so I can't say that they pass.", []],
  ['If all tests pass, merge it.', []],
  ['All tests pass except one.', []],
  ['3 tests failed, 12 passed.', []],
  ['Do the tests pass?', []],
  ['Please make sure that the tests pass.', []],
  ['According to CI the tests pass.', []],
  ['> All tests pass.', []],
  ['```\nAll tests pass.\n```', []],
  ['测试没有通过。', []],
  ['运行后测试应该会通过。', []],
  ['测试通过了吗？', []],
  ['The function passes the test object on.', []],
  ['Passwords are hashed.', []],
  ['Unknown types and blank lines are passed over.', []],
])('%j claims %j', (text, claims) => {
  const shown = findClaims(text).map(({ kind, isAll, count }) =>
    [kind, ...(count === undefined ? (isAll ? ['all'] : []) : [count])].join(' '),
  )
  expect(shown).toEqual(claims)
})
