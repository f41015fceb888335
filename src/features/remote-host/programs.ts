import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** A file that is the agent on machines of a kind. */
export interface AgentProgram {
  readonly file: string
  /** As `uname -sm` says it; absent: wherever there is Node. */
  readonly system?: string
  /** Between the program and its arguments. */
  readonly word?: string
}

export interface SummedProgram extends AgentProgram {
  readonly sha256: string
}

export const withSum = async (program: AgentProgram): Promise<SummedProgram> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(program.file), hash)
  return { ...program, sha256: hash.digest('hex') }
}

const SUM = 'sum() { (sha256sum "$1" || shasum -a 256 "$1") 2>/dev/null | cut -c1-64; }'
const nameOf = ({ system }: AgentProgram): string => (system === undefined ? 'agent.mjs' : 'agent')
const placeOf = (program: SummedProgram): string =>
  `"$HOME/.capstan-remote/${program.sha256}/${nameOf(program)}"`

/** Starts the agent of a session where a copy is that is what it should be; else says what machine it is. */
export const connectScript = (programs: readonly SummedProgram[], session: string): string =>
  [
    SUM,
    'u=$(uname -sm)',
    'n=$(command -v node)',
    ...programs.map(program => {
      const check = `[ -f ${placeOf(program)} ] && [ "$(sum ${placeOf(program)})" = ${program.sha256} ]`
      return program.system === undefined
        ? `[ -n "$n" ] && ${check} && exec "$n" ${placeOf(program)} connect ${session}`
        : `[ "$u" = "${program.system}" ] && ${check} && exec ${placeOf(program)} ${program.word ?? ''} connect ${session}`
    }),
    'echo "capstan-missing;$u;$([ -n "$n" ] && "$n" --version)"',
  ].join('; ')

/** Takes a copy from its input. It counts only when it has arrived whole. */
export const copyScript = (program: SummedProgram): string => {
  const place = placeOf(program)
  const part = `"$HOME/.capstan-remote/${program.sha256}/.part$$"`
  return [
    SUM,
    'umask 077',
    `mkdir -p "$HOME/.capstan-remote/${program.sha256}"`,
    `cat > ${part}`,
    `if [ "$(sum ${part})" = ${program.sha256} ]; then chmod 700 ${part} && mv ${part} ${place} && echo capstan-copied; else rm -f ${part}; echo capstan-damaged; fi`,
  ].join('; ')
}

/** Takes a copy away again that nobody could start. */
export const removeScript = ({ sha256 }: SummedProgram): string =>
  `rm -rf "$HOME/.capstan-remote/${sha256}"; rmdir "$HOME/.capstan-remote"; true`

const MISSING = /^capstan-missing;([^;]{0,100});v?(\d{1,3})?(?:\.(\d{1,3}))?[^;]*$/m

/** What kind of machine said that it has no agent yet; undefined: nobody said that. */
export const missingOn = (
  said: string,
): { readonly system: string; readonly node: readonly [number, number] } | undefined => {
  const found = MISSING.exec(said)
  return found ? { system: found[1] ?? '', node: [Number(found[2] ?? 0), Number(found[3] ?? 0)] } : undefined
}

/** The one that runs there. */
export const programFor = (
  programs: readonly SummedProgram[],
  { system, node: [major, minor] }: NonNullable<ReturnType<typeof missingOn>>,
): SummedProgram | undefined =>
  programs.find(
    program =>
      program.system === system ||
      (program.system === undefined && (major > 20 || (major === 20 && minor >= 19))),
  )
