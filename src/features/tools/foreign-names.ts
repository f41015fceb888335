import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('foreign_names', {
  use: { en: 'use {name}', zh: '请用 {name}' },
  glob: { en: 'list files with Glob (pattern `dir/*`)', zh: '请用 Glob 列出文件（pattern `dir/*`）' },
  agents: {
    en: 'you cannot start agents here, do the work yourself',
    zh: '这里不能启动智能体，请自己完成工作',
  },
  done: {
    en: 'a reply without calls ends your turn, so just say the result',
    zh: '不带调用的回复即结束这一轮，直接说出结果即可',
  },
  ask: {
    en: 'nobody can be asked here, decide yourself and say what you decided',
    zh: '这里没有人可问，请自行决定并说明决定',
  },
  think: { en: 'think without a tool', zh: '思考不需要工具' },
}) /** Other harnesses name their tools otherwise, and models remember them. Names without case, lines and dots. */
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
  readonly text: 'glob' | 'agents' | 'done' | 'ask' | 'think'
}[] = [
  {
    names: ['ls', 'list', 'listdir', 'listdirectory', 'listfiles', 'tree'],
    needs: 'Glob',
    text: 'glob',
  },
  {
    names: ['task', 'agent', 'dispatchagent', 'newtask', 'spawnagent', 'subagent', 'runsubagent', 'delegate'],
    text: 'agents',
  },
  {
    names: ['attemptcompletion', 'finish', 'done', 'submit', 'complete', 'final'],
    text: 'done',
  },
  {
    names: ['askuserquestion', 'askfollowupquestion', 'askuser', 'askquestion', 'requestuserinput'],
    text: 'ask',
  },
  { names: ['think', 'sequentialthinking'], text: 'think' },
]

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

type Input = Readonly<Record<string, unknown>>

/** Calls of others that one of ours makes with other input. */
const WITH_INPUT: Readonly<Record<string, { readonly tool: string; input(given: Input): Input }>> = {
  ls: { tool: 'Glob', input: given => ({ pattern: '*', ...given }) },
  notebookread: {
    tool: 'Read',
    input: ({ notebook_path: path, ...given }) => ({ file_path: path, ...given }),
  },
}

/** A call of a session of another program as one of ours. */
export const foreignCall = (
  name: string,
  given: Input,
): { readonly tool: string; readonly input: Input } | undefined => {
  const plain = plainOf(name)
  const known = Object.hasOwn(WITH_INPUT, plain) ? WITH_INPUT[plain] : undefined
  if (known) return { tool: known.tool, input: known.input(given) }
  const tool = foreignTool(name, Object.keys(FOREIGN))
  return tool === undefined ? undefined : { tool, input: given }
}

/** What others call by this name, where it is there. */
export const foreignTool = (name: string, available: readonly string[]): string | undefined => {
  const [known] = Object.entries(FOREIGN).find(([, names]) => names.includes(plainOf(name))) ?? []
  return known !== undefined && available.includes(known) ? known : undefined
}

/** Completes "There is no tool named X"; `undefined` for a name nobody knows. */
export const adviceFor = (name: string, available: readonly string[]): LocalizedText | undefined => {
  const known = foreignTool(name, available)
  if (known !== undefined) return says('use', { name: known })
  const advice = ADVICE.find(({ names }) => names.includes(plainOf(name)))
  return advice && (advice.needs === undefined || available.includes(advice.needs))
    ? says(advice.text)
    : undefined
}
