const CHARS = 9_940
const fill = (piece: string): string => piece.repeat(Math.floor(CHARS / piece.length))
const numbered = (form: (n: number) => string): string => {
  let text = ''
  for (let n = 0; ; n += 1) {
    const piece = form(n)
    if (text.length + piece.length > CHARS) return text
    text += piece
  }
}

/** Lines of 10 KB, each of which makes another part of the check work hard: equal pieces, and pieces that all differ. */
export const LONG_LINES: readonly string[] = [
  `ls ${fill('a ')}`,
  `cat ${fill('a/b/c/d ')}`,
  `cat ${fill('a/')}`,
  `cat ${fill('ab/').slice(0, 4_000)}x ${fill('cd/').slice(0, 4_000)}y`,
  fill('ls;'),
  numbered(n => `a${n};`),
  numbered(n => `rm x${n};`),
  numbered(n => `cd a${n};`),
  numbered(n => `ls>a${n};`),
  numbered(n => `r{m,} a${n};`),
  numbered(n => `sudo -u x a${n} b;`),
  fill('bash -c "ls a";'),
  fill('a=$(ls);'),
  `echo ${fill('$(ls)')}`,
  `cat ${fill('<(ls) ')}`,
  `echo ${fill('{a,b} ')}`,
  `cat ${fill('*a* ')}`,
  `cat ${numbered(n => `*${n}* `)}`,
  `${fill('sudo ')}ls`,
  `${fill('watch ')}ls`,
  `${fill('env -S "a b" ')}ls`,
  `${numbered(n => `env -S "a${n} b" `)}ls`,
  `xargs ${numbered(n => `-a${n} b `)}ls`,
  `${'sudo '.repeat(9)}${numbered(n => `rm f${n} `).slice(0, 9_900)}`,
  `sed -n '${fill('p;')}' a.txt`,
  `rm -rf ${fill('$X/ ')}`,
  `rm -rf ${numbered(n => `d${n}/e `)}`,
  `mv ${numbered(n => `a/f${n} `)}d`,
  `cd a; cd b; cd c; make ${numbered(n => `f${n} `).slice(0, 9_900)}`,
  `cat ${numbered(n => `é${n}/ü `)}`,
  `echo ${'$('.repeat(3_000)}ls${')'.repeat(3_000)}`,
]
