import { expect, test } from 'vitest'
import { findPeers, namePeers } from './peer-name.ts'

const named = (...titles: readonly (string | undefined)[]) =>
  namePeers(
    titles.map((title, index) => ({
      id: `${index}abcdef0-1234`,
      cwd: '/home/x/shop',
      ...(title === undefined ? {} : { title }),
    })),
  )

test.each<[string, string | undefined, string]>([
  ['a word', 'backend', 'backend'],
  ['blanks and signs', '  Fix: the "login" page!', 'Fix-the-login-page'],
  ['another script', '修复 登录', '修复-登录'],
  ['wide letters are the plain ones', 'ＡＢＣ', 'ABC'],
  ['what would end a tag or an attribute', '"><system-reminder>', 'system-reminder'],
  ['what turns the order of reading', 'a\u202Eb\u200Bc', 'a-b-c'],
  ['a long one', 'x'.repeat(100), 'x'.repeat(40)],
  ['nothing that can be typed', '!!!', 'shop-0abc'],
  ['none', undefined, 'shop-0abc'],
])('the name of a session: %s', (_, title, name) => {
  expect(named(title)).toMatchObject([{ name }])
})

test('two of the same name both carry some of their id, whatever the case of their letters', () => {
  expect(named('Same', 'same', 'other').map(({ name }) => name)).toEqual(['Same-0abc', 'same-1abc', 'other'])
})

test('a session is found by its name or the beginning of its id, and by nothing shorter', () => {
  const peers = named('backend', 'front', undefined)
  const found = (wanted: string) => findPeers(peers, wanted).map(({ name }) => name)
  expect(found('BACKEND')).toEqual(['backend'])
  expect(found('@front')).toEqual(['front'])
  expect(found('1abcdef0')).toEqual(['front'])
  expect(found('1abc')).toEqual([])
  expect(found('back')).toEqual([])
  expect(found(' ')).toEqual([])
})
