/** Other harnesses name their tools otherwise, and models remember them. Names without case, lines and dots. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  Read: ['view', 'viewfile', 'readfile', 'openfile', 'fileread', 'notebookread', 'readmanyfiles', 'cat'],
  Edit: [
    'strreplace',
    'strreplaceeditor',
    'strreplacebasededittool',
    'editfile',
    'fileedit',
    'replace',
    'replaceinfile',
    'searchreplace',
    'applypatch',
    'applydiff',
    'patch',
    'multiedit',
  ],
  Write: ['writefile', 'writetofile', 'createfile', 'savefile', 'filewrite', 'create'],
  Bash: [
    'shell',
    'localshell',
    'sh',
    'terminal',
    'runcommand',
    'executecommand',
    'runshellcommand',
    'runterminalcmd',
    'runinterminal',
    'execcommand',
    'containerexec',
    'exec',
    'powershell',
  ],
  Grep: ['grepsearch', 'searchfiles', 'searchfilecontent', 'codebasesearch', 'ripgrep', 'searchtext'],
  Glob: ['findfiles', 'filesearch', 'globfilesearch', 'searchfilename'],
  TodoWrite: ['updateplan', 'writetodos', 'todo', 'todoread', 'updatetodolist'],
  WebFetch: ['fetch', 'fetchurl', 'browse', 'openurl'],
  WebSearch: ['googlewebsearch', 'googlesearch', 'searchweb'],
  Agent: ['task', 'dispatchagent', 'newtask', 'spawnagent', 'subagent', 'runsubagent', 'delegate', 'spawn'],
  AskUserQuestion: ['askfollowupquestion', 'askuser', 'askquestion', 'requestuserinput'],
}

/** What needs more words than another name; `needs`: only where there is such a tool. */
const ADVICE: readonly {
  readonly names: readonly string[]
  readonly needs?: string
  readonly text: string
}[] = [
  {
    names: ['ls', 'list', 'listdir', 'listdirectory', 'listfiles', 'tree'],
    needs: 'Glob',
    text: 'list files with Glob (pattern `dir/*`)',
  },
  {
    names: ['task', 'agent', 'dispatchagent', 'newtask', 'spawnagent', 'subagent', 'runsubagent', 'delegate'],
    text: 'you cannot start agents here, do the work yourself',
  },
  {
    names: ['attemptcompletion', 'finish', 'done', 'submit', 'complete', 'final'],
    text: 'a reply without calls ends your turn, so just say the result',
  },
  {
    names: ['askuserquestion', 'askfollowupquestion', 'askuser', 'askquestion', 'requestuserinput'],
    text: 'nobody can be asked here, decide yourself and say what you decided',
  },
  { names: ['think', 'sequentialthinking'], text: 'think without a tool' },
]

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What others call by this name, where it is there. */
export const foreignTool = (name: string, available: readonly string[]): string | undefined => {
  const [known] = Object.entries(FOREIGN).find(([, names]) => names.includes(plainOf(name))) ?? []
  return known !== undefined && available.includes(known) ? known : undefined
}

/** Completes "There is no tool named X"; `undefined` for a name nobody knows. */
export const adviceFor = (name: string, available: readonly string[]): string | undefined => {
  const known = foreignTool(name, available)
  if (known !== undefined) return `use ${known}`
  const advice = ADVICE.find(({ names }) => names.includes(plainOf(name)))
  return advice && (advice.needs === undefined || available.includes(advice.needs)) ? advice.text : undefined
}
