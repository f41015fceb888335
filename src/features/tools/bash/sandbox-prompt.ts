/** The field of the input that asks to run outside the sandbox; shown to the model only where there is one. */
export const LEAVE_FIELD = 'dangerouslyDisableSandbox'

/** Added where commands run in a sandbox. */
const SANDBOX_PROMPT = `Commands run in a sandbox: only the working directories and /tmp (private, other tools do not see it) can be written, protected files such as .git/config, .git/hooks, .vscode or .npmrc nowhere.`
const LEAVE_PROMPT = `Only when a command failed because of the sandbox, or plainly cannot work in it, call again with ${LEAVE_FIELD}: true and say why; each needs a yes of the person.`

/** What the model is told about the sandbox of this session. */
export const sandboxPrompt = (about: {
  /** `any`: a proxy of the person's own decides. */
  readonly domains: 'any' | readonly string[]
  /** Files are not held back. */
  readonly anyFile?: boolean
  readonly mayLeave: boolean
}): string => {
  const network =
    about.domains === 'any'
      ? 'The network can be reached only through the proxy that is set.'
      : about.domains.length === 0
        ? 'There is no network.'
        : `Of the network only these hosts can be reached, through the proxy that is set: ${about.domains.join(', ')}.`
  const files = about.anyFile ? 'Commands run in a sandbox that restricts the network.' : SANDBOX_PROMPT
  return [files, network, ...(about.mayLeave ? [LEAVE_PROMPT] : [])].join(' ')
}
