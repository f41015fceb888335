import { Dice } from './fuzz/dice.ts'
import { quoted } from './run-lines.ts'

/** A program whose words are a language of its own: how its lines begin, and what may follow. */
export interface LittleLanguage {
  readonly name: string
  /** The program that reads them, by which it is known whether it can be tried. */
  readonly program: string
  readonly begins: readonly string[]
  /** Put together to words, with a blank or without. */
  readonly pieces: readonly string[]
  /** Words that may stand at the end. */
  readonly ends: readonly string[]
  /** The whole of the pieces is one word. */
  readonly single?: boolean
  /** It goes through a directory: then it names no file. */
  readonly recursive?: boolean
}

const words = (text: string): readonly string[] => text.split(' ')
const SUBSCRIPT = 'a[$(touch fresh.txt)]'

export const LITTLE_LANGUAGES: readonly LittleLanguage[] = [
  {
    name: 'jq filters',
    program: 'jq',
    begins: ['jq', 'jq -n', 'jq -r', 'jq --arg x env', 'jq -c --argjson x 1'],
    pieces: [
      ...words(
        'env $ENV .env .a . .. | , "env" " \\" \\( ) ( [ ] { } : :: ? // # 1 1. @sh @json input debug',
      ),
      ...words(
        'import include "x" as $x ; def f: 1 $__prog_args $__loc__ get_search_list input_filename e nv',
      ),
      ...['\n', ' ', ' ', '\\\n', '\r', '"\\(env)"', '"$ENV"', 'modulemeta', 'getpath(["env"])', '"\\\\"'],
    ],
    ends: ['t.json', '', '-- t.json', 't.json t.json'],
    single: true,
  },
  {
    name: 'find expressions',
    program: 'find',
    begins: ['find .', 'find src', 'find', 'find a.txt src', 'find -H src', 'find . -type f'],
    pieces: [
      ...words(
        '-name a* -path ./src/* -regex .* -newer a.txt ../outside.txt -printf %p -o -a ! ( ) , -not -ls',
      ),
      ...words(
        '-delete -fprint -fprintf -fls -fprint0 fresh.txt -exec cat {} + ; -execdir -ok -okdir touch wc',
      ),
      ...words(
        '-samefile -files0-from opts -depth 2 -d -x -E -f -maxdepth 1 -perm -u=x /222 -newermt @0 -size -2c',
      ),
      ...words(
        '-print0 -prune -quit -empty -newerXY -anewer -inum 5 -xtype l -lname -fstype -used -daystart',
      ),
    ],
    ends: ['', '-exec cat {} +', '-exec wc -l {} +', '| xargs -0 cat', '| xargs -I{} cat {}'],
    recursive: true,
  },
  {
    name: 'formats of git',
    program: 'git',
    begins: [
      'git log -3 --format=',
      'git log --pretty=',
      'git show -s --format=',
      'git for-each-ref --format=',
    ],
    pieces: [
      ...words(
        '% G ? %G? %GS %GK GG + - < > >> (20) (20,trunc) C(red) C(auto) w(1) x25 x00 n H h s an aI %%',
      ),
      ...words(
        '(describe) (describe:tags) (trailers:key=a) (signature) (contents:signature) (refname) (if) (then)',
      ),
      ...words(
        '(end) (signature:grade) (align:1) format: tformat: oneline raw custom reference ( ) (raw) (body)',
      ),
    ],
    ends: ['', 'HEAD'],
    single: true,
  },
  {
    name: 'tests',
    program: 'bash',
    begins: ['test', '[', '[['],
    pieces: [
      ...words(
        '-f -e -n -z -v -R -o -a -eq -ne -lt = == != < > =~ ! ( ) -nt -ef a.txt ../outside.txt .env 1 0 x',
      ),
      SUBSCRIPT,
      `x${SUBSCRIPT}`,
    ],
    ends: [''],
  },
  {
    name: 'formats of printf',
    program: 'bash',
    begins: ['printf', 'printf --', 'printf -v'],
    pieces: [...words('%s %d %n %b %q %x %*d %(%F)T %(%n)T %% %hd %ld %5.2f x 1 \\n -v x'), SUBSCRIPT],
    ends: ['', '1 2 3', `'${SUBSCRIPT}'`],
  },
  {
    name: 'keys, lists and formats',
    program: 'sort',
    begins: [
      'sort',
      'cut',
      'join',
      'uniq',
      'column -t',
      'numfmt',
      'seq',
      'expr',
      'nl',
      'paste',
      'od',
      'tr',
      'fold',
    ],
    pieces: [
      ...words(
        '-k 1,1n -k2 -t , -T . -o fresh.txt -S 1M --files0-from=opts --compress-program=touch -d -f 1 -c -b',
      ),
      ...words(
        '-1 -2 -a -v -e -j 2 1.1 -s -w 5 -n --format=%f %n --to=iec a.txt b.txt ../outside.txt .env @opts opts',
      ),
      ...words(
        '-A -j -N -x -i -z -u -r -- - --output-delimiter=x -D --random-source=.env --key=1 --zero-terminated',
      ),
    ],
    ends: ['a.txt', 'a.txt b.txt', ''],
  },
  {
    name: 'dates',
    program: 'date',
    begins: ['date', 'date -u', 'date -d', 'date +%F'],
    pieces: [
      ...words('-d -f -s -r -u -R -I -j -v yesterday 1 0101000020 @0 a.txt ../outside.txt .env +%s +%F'),
      ...words('--date=now --file=.env --reference=a.txt --set=now --iso-8601 +1d %n'),
    ],
    ends: [''],
  },
  {
    name: 'archives',
    program: 'tar',
    begins: [
      'tar tf t.tar',
      'tar -tf',
      'tar t',
      'tar tvf',
      'tar --list --file=t.tar',
      'gzip -l',
      'zcat',
      'tar -tvzf',
    ],
    pieces: [
      ...words(
        't.tar b.txt.gz @t.tar a:b -C .. -I touch --to-command=touch -F x --checkpoint=1 -T opts -X v z f',
      ),
      ...words(
        '--checkpoint-action=exec=touch -xf --use-compress-program=touch --rsh-command=touch ../outside.txt .env',
      ),
    ],
    ends: ['', 'b.txt'],
  },
  {
    name: 'viewers',
    program: 'diff',
    begins: [
      'diff a.txt b.txt',
      'cmp a.txt b.txt',
      'stat',
      'file',
      'xxd',
      'strings',
      'tree src',
      'base64',
      'wc',
      'du',
    ],
    pieces: [
      ...words(
        '-c %n -f -t -L --printf=%n -m opts -C -z -r -p -i -d -o fresh.txt -T -n 1 --to-file=.env -R -H',
      ),
      ...words(
        '--from-file=../outside.txt a.txt .env ../outside.txt -x -u -s -l --fromfile --files0-from=opts -X -I @opts',
      ),
    ],
    ends: ['a.txt', ''],
  },
]

/** Lines of a language, most of them wrong; the same for the same seed. */
export const linesOfLanguage = (
  language: LittleLanguage,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly string[] => {
  const dice = new Dice(seed)
  const one = (from: readonly string[]): string => dice.pick(from)
  const lines = Array.from({ length: count }, () => {
    const begin = one(language.begins)
    const chosen = Array.from({ length: 1 + dice.below(language.single ? 7 : 4) }, () => one(language.pieces))
    const body = language.single ? quoted(chosen.join('')) : chosen.map(quoted).join(' ')
    const close = begin === '[' ? ' ]' : begin === '[[' ? ' ]]' : ''
    return `${begin}${begin.endsWith('=') ? '' : ' '}${body} ${one(language.ends)}`.trimEnd() + close
  })
  return [...new Set(lines)]
}
