import { area } from '../area.ts'

export const languageServerText = area('language-servers', {
  does_not_run: {
    en: 'The language server {name} ({command}) does not run: {reason}. Install it, or disable its plugin.',
    zh: '语言服务器 {name}（{command}）没有运行：{reason}。请安装它，或停用其插件。',
  },
  not_an_object: {
    en: 'The language server {name} must be an object with a command.',
    zh: '语言服务器 {name} 必须是带有 "command" 的对象。',
  },
  no_command: {
    en: 'The language server {name} needs a "command".',
    zh: '语言服务器 {name} 需要 "command"。',
  },
  no_extensions: {
    en: 'The language server {name} needs "extensionToLanguage", such as {".go": "go"}.',
    zh: '语言服务器 {name} 需要 "extensionToLanguage"，例如 {".go": "go"}。',
  },
  other_transport: {
    en: 'The language server {name} wants the transport {transport}; only stdio is known here.',
    zh: '语言服务器 {name} 要求 {transport} 传输方式；此处只支持 stdio。',
  },
})
