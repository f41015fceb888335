import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasGit, installedOf } from '../support/needs-program.ts'
import { commandsIn } from '../support/permission-place.ts'
import { createPlantedPlace, OUTSIDE, type PlantedPlace } from './support/planted-place.ts'

const PLAIN = 'mkdir src; echo inside > a.txt; echo x > src/app.ts; echo ../outside.txt > names'
const COMMIT = 'git -c user.name=a -c user.email=a@b commit -qm x'

/** Lines that are only judged, in one place for all. */
const judged = (script: string, lines: string, expected: (line: string) => string): void => {
  let place: PlantedPlace
  beforeAll(() => {
    place = createPlantedPlace(script)
  })
  afterAll(() => place.remove())
  test.each(commandsIn(lines))('%j', async line => {
    expect(await place.verdict(line)).toBe(expected(line))
  })
}

const goOff = (script: string, lines: string): void => {
  let place: PlantedPlace
  let shown: ReadonlyMap<string, string>
  beforeAll(async () => {
    place = createPlantedPlace(script)
    shown = await place.shown(commandsIn(lines))
  })
  afterAll(() => place.remove())
  test.each(commandsIn(lines))('%j asks, and would show what is outside', async line => {
    expect(shown.get(line)).toContain(OUTSIDE)
    expect(await place.verdict(line)).toBe('ask')
  })
}

describe('among the names of a directory is the one above it', () => {
  goOff(
    PLAIN,
    `ls -a | xargs grep -r canary ¦ grep -r canary $(ls -a) ¦ for f in $(ls -a); do grep -r canary $f; done
ls -1a | head -9 | xargs grep -r canary ¦ ls -at | xargs -n 1 grep -r canary`,
  )
})

describe('a filter between two commands may read a file of its own instead', () => {
  goOff(
    PLAIN,
    `find . -name a.txt | head -n -0 names | xargs cat ¦ find src | head -n -0 names | xargs -n 1 cat
cat $(find . -name a.txt | head -n -0 names) ¦ find . | grep . names | xargs cat ¦ find . | sort -u names | xargs cat
find . | tail -n 5 names | xargs cat ¦ find . | head -5 names | xargs cat ¦ find . | grep -e . names | xargs cat`,
  )
})

describe('a pattern for names means what find takes it for', () => {
  goOff(
    `${PLAIN}; ln -s ../outside.txt bx; ln -s ../outside.txt ']x'; ln -s ../outside.txt '*y'`,
    `find . -name '[!]a]x' | xargs cat ¦ find . -name '[]a]x' | xargs cat ¦ find . -name '[\\]a]x' | xargs cat
find . -name '[!a]x' | xargs cat ¦ find . -name '\\*y' | xargs cat ¦ cat $(find . -iname '[^]A]X')`,
  )
})

describe('a recursive grep prints what an attacker named: links, blanks, names above', () => {
  goOff(
    // Each of the names stands for what is outside once xargs or the shell has taken it apart.
    `${PLAIN}; mkdir 'd ..'; echo inside > 'd ../outside.txt'; ln -s ../outside.txt leak; ln -s .. up`,
    `grep -rl inside . | xargs cat ¦ cat $(grep -rl inside .) ¦ grep -Rl canary . | xargs cat ¦ grep -rl canary up/ | xargs cat
grep -rl inside . | xargs -n 1 cat ¦ grep -rl canary leak | xargs cat ¦ grep -rle canary . leak | xargs cat
grep -rl inside | xargs cat ¦ for f in $(grep -rl inside .); do cat $f; done`,
  )
})

describe('what find gives to a program with -exec may be a link, or a place outside', () => {
  goOff(
    `${PLAIN}; ln -s ../outside.txt leak; ln -s .. up; cp /bin/cat wc`,
    `find . -name leak -exec cat {} + ¦ find . -name 'l*' -exec head -n 3 {} + ¦ find leak -exec cat {} + ¦ find up/ -name outside.txt -exec cat {} +
find .. -name outside.txt -exec grep -n canary {} + ¦ find . -type l -exec cat {} + ¦ find -L . -name leak -exec cat {} + ¦ find . ../outside.txt -type f -exec cat {} +
find . -name a.txt -exec cat leak {} + ¦ find . -name names -exec sh -c 'cat $(cat names)' {} + ¦ find ../outside.txt -exec ./wc {} +`,
  )
})

describe('of find is more than a look', () => {
  judged(
    `${PLAIN}; echo K=1 > .env`,
    `find . -type f -exec wc -l {} \\; ¦ find . -type f -execdir wc -l {} + ¦ find . -type f -ok wc -l {} + ¦ find . -type f -exec rm {} +
find . -type f -exec sh -c 'wc -l "$@"' x {} + ¦ find . -type f -exec env wc {} + ¦ find . -type f -exec $X {} + ¦ find . -type f -exec wc $X {} + ¦ find . -type f -exec wc *.md {} +
find . -type f -exec wc -l {} + -delete ¦ find . -delete -exec wc -l {} + ¦ find . -type f -exec wc -l {} + -exec rm {} + ¦ find . -fprint x -exec wc -l {} + ¦ find . -type f -exec wc x{} +
find . -name .env -exec cat {} + ¦ find . -name '*.pem' -exec head {} + ¦ find . -type f -exec grep -f {} + ¦ find . -type f -exec grep {} + ¦ find . -type f -exec sort {} + ¦ find . -type f -exec wc --files0-from=names {} +
find . -type f -exec ./wc {} + ¦ find . -type f -exec tail -f {} + ¦ find $D -type f -exec wc -l {} + ¦ find ~ -type f -exec wc -l {} +`,
    () => 'ask',
  )
})

describe('find with a program that only looks, given all names at once', () => {
  judged(
    'mkdir src test; echo x > src/app.ts; echo y > test/app.ts; echo z > README.md',
    `find . -name '*.ts' -exec wc -l {} + ¦ find src -type f -name '*.ts' -exec grep -n import {} + ¦ find . -type f -size +10k -exec ls -lh {} +
find . -type f ! -name '*.md' -exec sha256sum {} + ¦ find src test -name '*.ts' -exec head -n 5 {} + ¦ find . -type f -exec stat -c '%s %n' {} + 2>/dev/null`,
    () => 'allow',
  )
})

describe('asks beside names like options', () => {
  judged(
    `${PLAIN}; echo inside > -o; echo inside > ./--files0-from=names; echo K=1 > .env`,
    `grep -rlZ inside . | xargs -0 cat ¦ grep -rl inside src | xargs -I{} cat {} ¦ grep -rl --include=.env . | xargs cat
grep -rl --include='*.pem' x . | xargs cat ¦ grep -rl --include=id_rsa . ../ | xargs head ¦ grep -rl x .. | xargs wc -l
grep -rlz x . | xargs wc -l ¦ grep -rlc x . | xargs wc -l ¦ grep -rl x . | xargs rm ¦ grep -rl --color=always x . | xargs wc -l
grep -l inside a.txt | xargs sh ¦ grep -rl x / | xargs wc -l ¦ grep -rl x ~ | xargs cat ¦ find . -exec sh {} ';'
find . -type f -exec wc -l {} +`,
    // Names that are whole and stand behind their directory are no options, whatever they are.
    line => (/-rlZ inside \. |-I\{\}|-exec wc/.test(line) ? 'allow' : 'ask'),
  )
})

describe.runIf(installedOf(['fdfind']).has('fdfind'))('of several kinds every one is printed', () => {
  goOff(
    `${PLAIN}; ln -s ../outside.txt leak`,
    `fdfind -t f -t l leak | xargs cat ¦ fdfind -t f --type symlink leak | xargs cat ¦ cat $(fdfind -t d -t l leak)
fdfind -tf -t l leak . | xargs cat`,
  )
})

describe.runIf(hasGit())('a directory that git keeps may have become a link', () => {
  goOff(
    `${PLAIN}; git init -q --template= .; mkdir -p d/e; echo 1 > d/outside.txt; echo 1 > d/e/f; git add d a.txt; ${COMMIT}
     rm -r d; ln -s .. d`,
    `git ls-files | xargs cat ¦ cat $(git ls-files) ¦ git ls-files -z | xargs -0 cat ¦ git ls-files -m | xargs head
for f in $(git ls-files); do cat $f; done ¦ git grep canary ¦ git grep -h canary ¦ git grep canary -- . ¦ git -C src grep canary :/`,
  )
})

describe.runIf(hasGit())('an index of somebody else may name what lies above', () => {
  goOff(
    // Names of the same length, written over those that git would take.
    `${PLAIN}; git init -q --template= .; mkdir -p xx; echo 1 > xx/outside.txt; git add xx; rm -r xx
     sed -i 's#xx/outside.txt#../outside.txt#' .git/index; git -c index.skipHash=true ls-files`,
    `git ls-files | xargs cat ¦ cat $(git ls-files) ¦ git ls-files -z | xargs -0 cat ¦ git diff ¦ git grep canary ¦ git diff -- .`,
  )
})

describe.runIf(hasGit())('so may an index that writes names in parts', () => {
  goOff(
    `${PLAIN}; git init -q --template= .; mkdir -p xx; echo 1 > xx/a; echo 1 > xx/outside.txt; git add xx; rm -r xx
     git update-index --index-version 4; sed -i 's#xx/a#../a#' .git/index; git ls-files | grep -qF ../outside.txt`,
    `git ls-files | xargs cat ¦ git diff ¦ git grep canary`,
  )
})

test.runIf(hasGit()).each([2, 3, 4])('a plain index of form %d is no reason to ask', async version => {
  const place = createPlantedPlace(
    `${PLAIN}; ln -s ../outside.txt link; git init -q --template= .; mkdir -p a/b; echo 1 > a/b/c; echo 1 > ${'n'.repeat(200)}
     git add .; git update-index --index-version ${version === 4 ? 4 : 2}
     if [ ${version} = 3 ]; then git add -N a.txt; git update-index --skip-worktree a/b/c; fi; ${COMMIT}`,
  )
  try {
    for (const line of ['git status', 'git diff', 'git grep inside', 'git grep -n x -- src', 'git ls-files'])
      expect([line, await place.verdict(line)]).toEqual([line, 'allow'])
  } finally {
    place.remove()
  }
})

describe('only looks', () => {
  judged(
    PLAIN,
    `ls -A | xargs wc -l ¦ ls | head -n 2 | xargs wc -l ¦ ls -t | tail -n +2 | xargs wc -l ¦ ls | head -1 | xargs cat
find . -name '*.ts' | grep -v node_modules | xargs wc -l ¦ find . -type f | sort -u | head -n -1 | xargs wc -l
grep -rl inside . | xargs wc -l ¦ grep -rln x src | sort | xargs head -n 3 ¦ wc -l $(grep -rl x src) ¦ grep -rlZ inside . | xargs -0 wc -l
find . -name 'a?txt' | xargs cat ¦ find . -type f | grep -e src | xargs head -n 3`,
    () => 'allow',
  )
})
