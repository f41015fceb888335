import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { findTrustRoot, type TrustRoot } from '../../features/trust/find-trust-root.ts'
import { changeState, readState, type State, StateError } from '../../features/trust/state-file.ts'
import { renderSurvey } from '../../features/trust/survey/render-survey.ts'
import type { Survey } from '../../features/trust/survey/survey.ts'
import { listTrusted, revokeTrust, trustedSince, trustFolder } from '../../features/trust/trusted-folders.ts'
import { unconfirmedSettings } from '../../features/trust/unconfirmed-settings.ts'
import { findStart, type Start } from '../../host/start.ts'
import { surveyTrustRoot } from '../../host/trust/survey-trust-root.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { LockBusyError } from '../../lib/files/file-lock.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Env } from '../../protocol/host.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { lines, sentences } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { sayer } from '../in-ui-language.ts'
import { programCommand } from '../program-command.ts'
import { jsonText, say } from '../say.ts'
import { showUsage } from '../usage.ts'
import { readTrustArgs, TRUST_USAGE, type TrustArgs } from './trust-args.ts'

/** `capstan trust …`: shows what a folder wants before it remembers that it may. */
export const trust = async (argv: readonly string[], env: Env): Promise<number> => {
  const args = readTrustArgs(argv)
  if (args === 'help') {
    return await showUsage(TRUST_USAGE)
  }
  const here = findStart({ env })
  try {
    const tell = await sayer(env)
    if (args.action === 'list') return list(args, { ...here, tell })
    if (args.action === 'revoke') return await revoke(args, { ...here, tell })
    return await remember(args, { ...here, env, tell })
  } catch (error) {
    if (error instanceof StateError || error instanceof LockBusyError)
      throw new ExitError(1, messageOf(error))
    throw error
  }
}

const sayJson = (value: unknown): void => say(jsonText(value))

const shown = (path: string): string => escapeLine(path, 1000)

/** Where it is asked, and how it is answered. */
type Here = Start & { tell(text: Text): void }

const list = ({ json }: TrustArgs, { configHome, tell }: Here): number => {
  const folders = listTrusted(usableState(configHome))
  if (json) sayJson({ trusted: folders })
  else if (folders.length === 0) tell(answerText('none_trusted'))
  else for (const { path, at } of folders) say(`${at.slice(0, 10)}  ${shown(path)}`)
  return 0
}

const revoke = async (args: TrustArgs, here: Here): Promise<number> => {
  const given = resolve(here.cwd, expandHome(args.dir ?? '.', here.home))
  const state = usableState(here.configHome)
  // A folder that is gone can still be named as it was.
  const root = isDirectory(given) ? findTrustRoot(realpathSync.native(given), here.home).path : given
  const path =
    trustedSince(state, root) === undefined && trustedSince(state, given) !== undefined ? given : root
  const was = revokeTrust(state, path) !== state
  if (was) await change(here, current => revokeTrust(current, path))
  if (args.json) sayJson({ folder: path, revoked: was })
  else here.tell(answerText(was ? 'trust_revoked' : 'trust_not_there', { path: shown(path) }))
  return 0
}

const remember = async (args: TrustArgs, here: Here & { readonly env: Env }): Promise<number> => {
  const { tell } = here
  const { start, root } = findFolder(args, here)
  const known = usableState(here.configHome)
  const since = trustedSince(known, root.path)
  const changed = [...unconfirmedSettings(known, root.path).keys()]
  const survey = await surveyTrustRoot({ ...here, cwd: start }, root)
  if (!args.json) introduce({ start, root, since, tell }, survey)
  if (!args.json && changed.length > 0)
    tell(lines([answerText('settings_unapproved', { paths: changed.map(shown) }), '']))
  // With --json alone it only tells: nobody reads a question in the middle of it.
  if ((since === undefined || changed.length > 0) && (args.yes || !args.json)) {
    refuseHome(root)
    if (!args.yes && !(await agrees(here.env))) {
      tell(answerText(since === undefined ? 'not_trusted' : 'nothing_changed'))
      return 1
    }
    await change(here, state => trustFolder(state, root.path, new Date()))
    if (!args.json)
      tell(answerText('now_trusted', { path: shown(root.path), command: programCommand(here.env) }))
  }
  if (args.json)
    sayJson({
      folder: root.path,
      trusted: since !== undefined || args.yes,
      wants: survey.wishes,
      cut: survey.cut,
    })
  return 0
}

const findFolder = (args: TrustArgs, here: Start): { readonly start: string; readonly root: TrustRoot } => {
  const given = resolve(here.cwd, expandHome(args.dir ?? '.', here.home))
  if (!isDirectory(given)) throw new ExitError(1, commandText('not_trustable', { path: shown(given) }))
  const start = realpathSync.native(given)
  return { start, root: findTrustRoot(start, here.home) }
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const introduce = (
  {
    start,
    root,
    since,
    tell,
  }: {
    readonly start: string
    readonly root: TrustRoot
    readonly since: string | undefined
    tell(text: Text): void
  },
  survey: Survey,
): void => {
  tell(answerText('folder', { path: shown(root.path) }))
  if (start !== root.path) tell(answerText('belongs_to', { path: shown(start) }))
  const wants = survey.wishes.some(({ kind }) => kind !== 'restriction')
  const state =
    since === undefined ? answerText('untrusted') : answerText('trusted_since', { day: since.slice(0, 10) })
  const leads = answerText(since === undefined ? 'if_trusted' : 'in_effect')
  tell(sentences(wants ? [state, leads] : [state]))
  tell(lines(['', renderSurvey(survey), '']))
}

const refuseHome = (root: TrustRoot): void => {
  if (root.lasting) return
  throw new ExitError(1, commandText('home_trust', { path: shown(root.path) }))
}

/** Only at a terminal, and only by a word typed after the question. */
const agrees = async (env: Env): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new ExitError(1, commandText('trust_unasked', { command: programCommand(env) }))
  const { askYesNo } = await import('../ask-yes-no.ts')
  const answer = await askYesNo(answerText('do_you_trust'), process.stdout, env)
  if (answer === 'gone') say('')
  return answer === 'yes'
}

const usableState = (configHome: string): State => {
  const read = readState(configHome)
  if (read.kind === 'unusable') throw new StateError(read.message)
  return read.state
}

const change = (here: Start, to: (state: State) => State): Promise<void> =>
  changeState(here.configHome, to, { newId: randomUUID, now: Date.now })
