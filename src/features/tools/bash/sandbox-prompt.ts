import { inPromptLanguage, type PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { LEAVE_FIELD } from './leave-field.ts'

const WORDS = {
  files: {
    en: 'Commands run in a sandbox: only the working directories and /tmp (private, other tools do not see it) can be written, protected files such as .git/config, .git/hooks, .vscode or .npmrc nowhere.',
    zh: '命令在沙箱中运行：只能写工作目录和 /tmp（私有，其他工具看不到），受保护的文件（如 .git/config、.git/hooks、.vscode、.npmrc）在任何位置都不能写。',
  },
  filesOnMac: {
    en: 'Commands run in a sandbox: only the working directories and $TMPDIR (private, other tools do not see it) can be written, not /tmp, and protected files such as .git/config, .git/hooks, .vscode or .npmrc nowhere.',
    zh: '命令在沙箱中运行：只能写工作目录和 $TMPDIR（私有，其他工具看不到），不能写 /tmp，受保护的文件（如 .git/config、.git/hooks、.vscode、.npmrc）在任何位置都不能写。',
  },
  anyFile: {
    en: 'Commands run in a sandbox that restricts the network.',
    zh: '命令在限制网络的沙箱中运行。',
  },
  anyHost: {
    en: 'The network can be reached only through the proxy that is set.',
    zh: '只能通过已设置的代理访问网络。',
  },
  noHost: { en: 'There is no network.', zh: '没有网络。' },
  hosts: {
    en: 'Of the network only these hosts can be reached, through the proxy that is set: ',
    zh: '只能通过已设置的代理访问这些主机：',
  },
  asked: {
    en: 'The person is asked about other hosts that a command wants to reach through the proxy that is set.',
    zh: '命令要通过已设置的代理访问其他主机时会询问用户。',
  },
  masked: {
    en: 'Some credentials are placeholders in it; they work in requests to the hosts they are for.',
    zh: '其中部分凭据是占位符，在发往相应主机的请求中可以使用。',
  },
  leave: {
    en: `Only when a command failed because of the sandbox, or plainly cannot work in it, call again with ${LEAVE_FIELD}: true and say why; each needs a yes of the person.`,
    zh: `只有命令因沙箱而失败，或显然无法在其中运行时，才用 ${LEAVE_FIELD}: true 再次调用并说明原因；每次都需用户同意。`,
  },
  stop: { en: '.', zh: '。' },
}

/** What the model is told about the sandbox of this session. */
export const sandboxPrompt = (
  about: {
    /** `any`: a proxy of the person's own decides. */
    readonly domains: 'any' | readonly string[]
    /** The person is asked about other hosts. */
    readonly asks?: boolean
    /** Commands see placeholders of credentials that requests carry. */
    readonly masks?: boolean
    /** Files are not held back. */
    readonly anyFile?: boolean
    readonly mayLeave: boolean
    readonly platform: string
  },
  language: PromptLanguage = 'en',
): string => {
  const { domains } = about
  const say = (name: keyof typeof WORDS): string => inPromptLanguage(WORDS[name], language)
  const asked = about.asks ? [say('asked')] : []
  const named = (hosts: readonly string[]): readonly string[] => {
    if (hosts.length > 0) return [`${say('hosts')}${hosts.join(', ')}${say('stop')}`, ...asked]
    return asked.length > 0 ? asked : [say('noHost')]
  }
  const network = domains === 'any' ? [say('anyHost')] : named(domains)
  const held = about.platform === 'darwin' ? say('filesOnMac') : say('files')
  const files = about.anyFile ? say('anyFile') : held
  return [
    files,
    ...network,
    ...(about.masks ? [say('masked')] : []),
    ...(about.mayLeave ? [say('leave')] : []),
  ].join(language === 'zh' ? '' : ' ')
}
