import { childEnvironment } from '../../../../src/features/shell/child-environment.ts'
import type { HardenedEnvironment } from '../../../../src/features/shell/hardened-commands.ts'
import { makePlainGit } from '../../../../src/features/shell/plain-git.ts'
import { shellScript } from '../../../../src/features/shell/shell-script.ts'
import { hardenEnvironment } from '../../../../src/lib/process/harden-environment.ts'
import { processMark } from '../../../../src/lib/process/process-mark.ts'
import { type FuzzPlace, VARIABLE_TOKEN } from './fuzz-place.ts'

export const BASH = '/bin/bash'

/** Before each command that the shell says it runs: the function it stands in, if any. A bash of root takes no such text from outside. */
const TOLD = "PS4='+told:${FUNCNAME-}|'; "

/** The words behind `bash` with which the program runs a line that the classifier alone approved; told to say what it runs. */
export const bashArguments = (command: string, place: FuzzPlace): readonly string[] => {
  const { lockLimit } = processMark('CAPSTAN_TASK_ID', 'fuzz')
  const script = shellScript({
    command,
    directoryFile: directoryFileOf(place),
    hardened: true,
    environment: hardenedPlace(place, 'C'),
    lockLimit,
  })
  return ['--noprofile', '--norc', '-x', '-c', TOLD + script]
}

/** What the script itself runs beside the line: a command that opens its output by name gets a pipe for it. */
export const commandsOfScript = (command: string, place: FuzzPlace): readonly string[] =>
  bashArguments(command, place).at(-1)?.includes('>(exec cat)') ? ['exec', 'cat'] : []

/** The one file that the script itself writes. */
const directoryFileOf = (place: FuzzPlace): string => `${place.own}/directory`

/** Its environment, made from one that a project could hardly make worse. */
export const bashEnvironment = (place: FuzzPlace, language: string): Record<string, string> => {
  const { hardened } = hardenedPlace(place, language)
  return { ...hardened, PATH: `${makePlainGit(place.own, BASH)}:${hardened['PATH']}` }
}

const hardenedPlace = (place: FuzzPlace, language: string): HardenedEnvironment => {
  const fake = `${place.cwd}/ls`
  const env = {
    PATH: ['.', place.cwd, `${place.cwd}/node_modules/.bin`, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: place.home,
    USER: 'somebody',
    SHELL: BASH,
    TERM: 'xterm',
    LANG: language,
    SECRET_KEY: VARIABLE_TOKEN,
    BASH_ENV: fake,
    PAGER: fake,
    GIT_PAGER: fake,
    GIT_EXTERNAL_DIFF: fake,
    LESSOPEN: `|${fake} %s`,
  }
  const plain = childEnvironment(env, { secretNames: [], projectDir: place.cwd })
  return { plain, hardened: hardenEnvironment(plain, [place.cwd]), gitDirectory: `${place.own}/look` }
}
