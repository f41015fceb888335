import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHarmlessAwk } from './filters.ts'

test.each([
  '{print}',
  '{print $1, $NF}',
  '$3 > 5',
  'NR==2,NR==4',
  '/a|b/ {print "x > y | z"}',
  '!/x/ && $1 ~ /^[0-9]+$/',
  '{s += $2} END {print s / NR}',
  'BEGIN {FS=":"; OFS="\\t"} {print $1}',
  '{if ($1 > 2) print $2; else print $3}',
  '{c[$1]++} END {for (k in c) printf "%s %d\\n", k, c[k]}',
  '{gsub(/a/, "b"); print toupper(substr($0, 1, 3))}',
  'a\n/b/ {print}',
  '/[[:alpha:]_]/ {print} # a comment with " and /',
  '{x = /a/ ? 1 : 0; print x / 2}',
  '{print (1 > 2) ? "a" : "b"}',
  '{print "system(1) | getline"}',
  '{if (x) {print 1} else print 2\nwhile (i < 3) i++}',
  '{do i++; while (i < 3)} END {exit 1}',
  '($1, $2) in a {delete a[$1, $2]; next}',
  '/a/ {getline; print}',
  '{print gensub(/a/, "b", "g")}',
])('%j only prints', program => {
  expect(isHarmlessAwk(program)).toBe(true)
})

test.each([
  'BEGIN {system("date")}',
  '{print > "out"}',
  '{print $1, $2 > "out"}',
  '{print $1,\n$2 > "out"}',
  '{print >> "out"}',
  '{printf("%s", $1) > "out"}',
  '{print | "sh"}',
  '{print |& "sh"}',
  '{"date" | getline x}',
  'BEGIN {getline x < "in"}',
  'BEGIN {ARGV[1] = "/etc/passwd"; ARGC = 2}',
  '{print ENVIRON["HOME"]}',
  'BEGIN {for (k in PROCINFO) print k}',
  'BEGIN {SYMTAB["x"] = 1}',
  '@include "x"',
  'BEGIN {f = "x"; @f()}',
  'BEGIN {unknown()}',
  // Quotes inside what is a pattern here and a division there.
  'x\n/"/ {print "a" > "f"} /"/',
  '{if ($1) /"/; print "a" | "sh" "}"',
  '{print length /"/ > "x/"}',
  '{x++ /"/ > "y"/ 1}',
  '{print /[/]"/ > "x"}',
  '{print "a" \\\n> "b"}',
  '{print "a" # "\n > "b"}',
  '{print "unclosed}',
  '{print /unclosed}',
  '{print `x`}',
  '/[[:alpha:]/]" /{print | "sh" } /"; x/',
  '/[]/]" /{print | "sh" } /"; x/',
  '/[[.a.]/]/ {print}',
  '{print a[1 > 2]}',
  '{print a[b]>"x"}',
  '{print length / 2}',
  '{print 0x1f}',
  '{print 1e}',
  '{print a ** 2}',
  '{print ()}',
  '{getline x < "f"}',
  '{while ((getline x) > 0) print}',
  '{fflush()}',
  '{CONVFMT = "%s"}',
  'function f() {return 1} {print f()}',
  '{strftime}',
  '{print strftime / 2 "/ > "x"}',
  '{print 1 # \\\n > "f"}',
  'BEGIN\n{print}',
  '{print ns::x}',
  '{print\u0001}',
])('%j may do more, or is in doubt', program => {
  expect(isHarmlessAwk(program)).toBe(false)
})

test('a program nested too deep is in doubt', () => {
  expect(isHarmlessAwk(`{print ${'('.repeat(20)}1${')'.repeat(20)}}`)).toBe(true)
  expect(isHarmlessAwk(`{print ${'('.repeat(900)}1${')'.repeat(900)}}`)).toBe(false)
  expect(isHarmlessAwk('{'.repeat(1_000))).toBe(false)
})

test('a program too long to be read in time is in doubt', () => {
  expect(isHarmlessAwk('{print}\n'.repeat(250))).toBe(true)
  expect(isHarmlessAwk('{print}\n'.repeat(251))).toBe(false)
})

test('a redirect or pipe behind print is found whatever is printed', () => {
  const item = fc.constantFrom('$1', '"a > b"', 'x', '1', 'substr($0, 1)', 'c[$1]', 'NR / 2', '"|"')
  const out = fc.constantFrom('> "f"', '>> "f"', '| "sh"', '|& "sh"', '>"f"', '> $2')
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), out, (items, target) => {
      expect(isHarmlessAwk(`{print ${items.join(', ')}}`)).toBe(true)
      expect(isHarmlessAwk(`{print ${items.join(', ')} ${target}}`)).toBe(false)
    }),
  )
})
