import { expect, test } from 'vitest'
import { endInOldBash, OldBash } from './old-substitution.ts'

test.each([
  ['$(ls) x', '$(ls)'],
  ['$(echo ")") x', '$(echo ")")'],
  ["$(echo ')') x", "$(echo ')')"],
  ['$(echo \\)) x', '$(echo \\))'],
  ['$( (a); (b) ) x', '$( (a); (b) )'],
  ['$(a # )\n) x', '$(a # )\n)'],
  ['$(echo "$(echo ")")") x', '$(echo "$(echo ")")")'],
  ["$(cat <<'E'\n) ; rm x #\nE\n)", "$(cat <<'E'\n)"],
  ["$(cat <<'E'\na (b) c\nE\n)", "$(cat <<'E'\na (b) c\nE\n)"],
  ['$(case a in a) b;; esac)', '$(case a in a)'],
  ['$(case a in (a) b;; esac)', '$(case a in (a) b;; esac)'],
  ["$(cat <<'E'\nit's\nE\n)", undefined],
])('in %j an old bash reads %j', (text, read) => {
  const end = endInOldBash(text, 0)
  expect(end === undefined ? undefined : text.slice(0, end)).toBe(read)
})

test('a text with more substitutions than can be looked through is in doubt, not slow', () => {
  const one = "$(cat <<E\n'\nE\n)"
  const text = one + ' '.repeat(300_000)
  const node = { pos: 0, end: one.length, text: one }
  const old = new OldBash()
  expect(Array.from({ length: 6 }, () => old.differs(text, node))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})
