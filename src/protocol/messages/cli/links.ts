import { area } from '../area.ts'

/** What `capstan://` links, and the command that registers them, say. */
export const linkText = area('links', {
  no_link: {
    en: 'This is not a link Capstan knows. It opens capstan://new?dir=…&prompt=… and capstan://session/<id>.',
    zh: '无法识别此链接。可用的链接为 capstan://new?dir=…&prompt=… 和 capstan://session/<id>。',
  },
  fields: {
    en: 'This link holds something Capstan does not take from a link. It can have {keys:list}, each once.',
    zh: '此链接包含 Capstan 不接受的内容。链接只能带 {keys:list}，各一次。',
  },
  too_long: {
    en: 'This link is too long: at most {most:number} characters.',
    zh: '链接过长：最多 {most:number} 个字符。',
  },
  long_prompt: {
    en: 'The prompt in this link is too long: at most {most:number} characters.',
    zh: '链接中的提示词过长：最多 {most:number} 个字符。',
  },
  hidden: {
    en: 'The prompt in this link holds control or invisible characters. It was not opened.',
    zh: '链接中的提示词含有控制字符或不可见字符，未打开。',
  },
  command: {
    en: "A link can't hold a command: its prompt begins with !, / or #.",
    zh: '链接不能携带命令：其提示词以 !、/ 或 # 开头。',
  },
  directory: {
    en: 'The directory in this link is not a plain absolute path.',
    zh: '链接中的目录不是普通的绝对路径。',
  },
  not_trusted: {
    en: '{directory} is not in a folder you trust. Links only open those: run capstan there once and trust it.',
    zh: '{directory} 不在你信任的文件夹中。链接只能打开受信任的文件夹：请先在那里运行一次 capstan 并信任它。',
  },
  no_directory: { en: 'There is no directory {directory}.', zh: '没有目录 {directory}。' },
  no_session: { en: 'There is no session {id} here.', zh: '这里没有会话 {id}。' },
  off: {
    en: 'Links are switched off in your settings (disableDeepLinkRegistration).',
    zh: '链接已在设置中关闭（disableDeepLinkRegistration）。',
  },
  needs_terminal: {
    en: 'A link opens a conversation on a terminal, and there is none here.',
    zh: '打开链接需要终端，而这里没有。',
  },
  read_it: {
    en: 'This prompt came with a link. Read it before you press Enter.',
    zh: '此提示词来自链接。按回车之前请先阅读。',
  },
  one_link: {
    en: 'Give one link: capstan open-link capstan://…',
    zh: '请给出一个链接：capstan open-link capstan://…',
  },
  installed: {
    en: 'capstan:// links open Capstan now ({file}). Undo it with: capstan install-links --remove',
    zh: 'capstan:// 链接现在会打开 Capstan（{file}）。撤销：capstan install-links --remove',
  },
  not_default: {
    en: '{file} is written, but xdg-mime could not make it the default: {why} Choose Capstan for capstan:// links in the settings of your desktop.',
    zh: '已写入 {file}，但 xdg-mime 无法将其设为默认：{why} 请在桌面设置中为 capstan:// 链接选择 Capstan。',
  },
  removed: {
    en: 'capstan:// links no longer open Capstan ({file}).',
    zh: 'capstan:// 链接不再打开 Capstan（{file}）。',
  },
  nothing_to_remove: { en: 'capstan:// links are not registered.', zh: '未注册 capstan:// 链接。' },
  not_ours: {
    en: '{file} was not written by Capstan: it stays as it is.',
    zh: '{file} 不是 Capstan 写入的，保持不变。',
  },
  no_macos: {
    en: 'On macOS links belong to an application bundle, which Capstan does not have. Open them with: capstan open-link "capstan://…"',
    zh: '在 macOS 上链接由应用程序包注册，而 Capstan 没有应用程序包。请用 capstan open-link "capstan://…" 打开。',
  },
  wsl: {
    en: 'Links in Windows programs are not reached from WSL: this registers them for Linux programs only.',
    zh: 'WSL 无法注册 Windows 程序中的链接：这里只为 Linux 程序注册。',
  },
  no_word: { en: 'install-links takes only --remove.', zh: 'install-links 只接受 --remove。' },
})
