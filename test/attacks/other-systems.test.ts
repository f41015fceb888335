import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, createPermissionPlace, type PermissionContext } from '../support/permission-place.ts'
import { listedPrograms, optionsOf } from './support/listed-options.ts'
import { OTHER_SYSTEMS } from './support/other-systems.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
  // Names of one letter are what a cluster may hold elsewhere.
  for (const name of 'abcdefghijklmnopqrstuvwxyz')
    if (name > 'b') symlinkSync('../secret.md', join(place.cwd, name))
  symlinkSync('../secret.md', join(place.cwd, '{}'))
  mkdirSync(join(place.cwd, '-d'))
  mkdirSync(join(place.cwd, '--exclude='))
})
afterAll(() => place.remove())

const letters = listedPrograms().flatMap(({ words, program }) => {
  const name = words.join(' ')
  const others = Object.hasOwn(OTHER_SYSTEMS, name) ? (OTHER_SYSTEMS[name] ?? []) : []
  const own = optionsOf(program.flags).filter(one => !one.spelled.startsWith('--'))
  return others.flatMap(other =>
    own.map(option => ({ name, option, other, letter: option.spelled.slice(1) })),
  )
})
const usual = (name: string): string => (name === 'grep' ? 'x a.txt' : 'a.txt')

describe('a letter that another system reads otherwise', () => {
  test('gets no name of a file as its value that is an operand there', async () => {
    const lines = letters
      .filter(({ option, other, letter }) => {
        const elsewhere = other.alone.includes(letter) || other.attached?.includes(letter)
        return option.takes === 'next' && elsewhere
      })
      .map(({ name, option }) => `${name} ${option.spelled} ../secret.md ${usual(name)}`)
    expect(lines.length).toBeGreaterThan(2)
    const allowed: string[] = []
    for (const line of lines) if ((await place.verdict(line)) === 'allow') allowed.push(line)
    expect(allowed).toEqual([])
  })

  test('takes no file from the rest of a cluster', async () => {
    const lines = letters
      .filter(({ option, other, letter }) => option.takes === 'nothing' && other.files?.includes(letter))
      .flatMap(({ name, option, letter }) =>
        letters
          .filter(one => one.name === name && one.option.takes === 'nothing' && one.letter !== letter)
          .map(one => `${name} ${option.spelled}${one.letter} ${usual(name)}`),
      )
    const allowed: string[] = []
    for (const line of lines) if ((await place.verdict(line)) === 'allow') allowed.push(line)
    expect(allowed).toEqual([])
  })

  test.each(
    commandsIn(`
base64 -id ¦ base64 -di a.txt ¦ join -a ../secret.md a.txt ¦ join -v ../secret.md a.txt ¦ date -d 1 ¦ date -d ' +20240101'
grep -C 3 ../secret.md a.txt ¦ grep --context 3 ../secret.md a.txt ¦ grep -C ../secret.md x a.txt ¦ grep -nC 3 .env a.txt
grep -C 3 ~/.netrc a.txt ¦ df -t ../x ¦ df -t /etc ¦ seq -f %s 3 ¦ seq -f %n 3 ¦ numfmt --format=%s 1 ¦ seq -f '%f%f' 3
cut -f1 a.txt -d/../../secret.md ¦ grep x a.txt --exclude=/../../secret.md ¦ head a.txt -n/../../x ¦ cat a.txt --/../../x
sort a.txt -t/../../x ¦ wc a.txt -/../../x ¦ grep x a.txt -e.env/../../../x ¦ find src -type f | xargs -I{} cat {}
git rev-parse --show-superproject-working-tree
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })

  test.each(
    commandsIn(`
base64 -d a.txt ¦ join -a 1 a.txt b.txt ¦ join -t / a.txt b.txt ¦ date -d yesterday ¦ date -d '2024-01-01 10:00' +%s
date -d @0 ¦ grep -C 3 foo a.txt ¦ grep -nC3 foo src/app.ts ¦ df -t ext4 ¦ seq -f '%03.0f' 3 ¦ numfmt --format=%.2f 1
cut -f1 a.txt -d / ¦ cut -d / -f2 a.txt ¦ grep -rn foo . --include=*.ts ¦ ls src -la ¦ grep foo a.txt -n ¦ stat -f %z a.txt
`),
  )('%j only looks', async command => {
    const isLate = command === 'cut -f1 a.txt -d /'
    expect(await place.verdict(command)).toBe(isLate ? 'ask' : 'allow')
  })
})

describe('a pattern that picks a file with secrets is read as the program reads it', () => {
  test.each(
    commandsIn(`
git grep x -- '.en\\v' ¦ git log -p -- '.en\\v' ¦ git diff HEAD -- '\\.env' ¦ git show HEAD -- '.e\\nv' ¦ git diff ':.en\\v'
git diff ':.e*' ¦ git diff ':/:.en?' ¦ git grep x -- ':.en\\v' ¦ git blame '.en\\v' ¦ git grep x -- 'certs/server.\\key'
find . -type f -regex '.*\\.e\\nv' -exec cat {} + ¦ find . -type f -regex '.*/\\.en\\v' -exec head {} + ¦ find . -type f -inum 5 -exec cat {} +
find . -type f | grep '\\.e\\nv' | xargs cat ¦ find . -type f -regex '.*/i\\d_rsa' -exec cat {} + ¦ find src -type f -inum 5 -print0 | xargs -0 grep x
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})
