import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReaderContext } from './busybox-context.ts'
import { type LittleLanguage, linesOfLanguage } from './little-languages.ts'
import { type OptionPlace, OUTSIDE, SENSITIVE, VARIABLE } from './option-place.ts'
import { type LineContext, runLines } from './run-lines.ts'

/** The last commit carries a signature, and whoever would check it leaves a file behind. */
export const addSignedCommit = ({ cwd, context }: OptionPlace): LineContext => {
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, { cwd, env: context.env, input, encoding: 'utf8' }).trim()
  const checker = join(cwd, '..', 'checker')
  writeFileSync(checker, `#!/bin/sh\n: > ${join(cwd, 'fresh.txt')}\n`)
  chmodSync(checker, 0o755)
  const [tree, parent] = [git(['rev-parse', 'HEAD^{tree}']), git(['rev-parse', 'HEAD'])]
  const who = 'a <a@b> 1700000000 +0000'
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nsigned\n`
  git(['update-ref', 'HEAD', git(['hash-object', '-t', 'commit', '-w', '--stdin'], text)])
  const names = Object.keys(context.env).filter(name => context.env[name] === 'gpg.program')
  const replaced = names.map(name => [name.replace('_KEY_', '_VALUE_'), checker] as const)
  return { ...context, env: { ...context.env, ...Object.fromEntries(replaced) } }
}

export interface LanguageRun {
  readonly allowed: number
  /** What an allowed line did that is more than a look. */
  readonly found: readonly string[]
}

/** Of the lines of a language those that count as a look, run; `contexts` are several sets of programs to read them. */
export const runLanguage = async (
  language: LittleLanguage,
  place: OptionPlace,
  options: { readonly count: number; readonly seed: number; readonly contexts: readonly ReaderContext[] },
): Promise<LanguageRun> => {
  const allowed: string[] = []
  for (const line of linesOfLanguage(language, options))
    if ((await place.verdict(line)) === 'allow') allowed.push(line)
  const found: string[] = []
  const isSecret = (output: string): boolean =>
    output.includes(OUTSIDE) ||
    output.includes(VARIABLE) ||
    (!language.recursive && output.includes(SENSITIVE))
  for (const context of options.contexts) {
    const before = place.snapshot()
    const results = await runLines(
      allowed.filter(line => context.only?.has(line.split(' ', 1)[0] ?? '') ?? true),
      context,
    )
    found.push(...results.filter(one => isSecret(one.output)).map(one => `${one.line}: prints a secret`))
    if (place.snapshot() !== before) found.push(`${language.name}: one of ${allowed.join('\n')} writes`)
  }
  return { allowed: allowed.length, found }
}
