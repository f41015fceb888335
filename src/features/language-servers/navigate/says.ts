import { modelTexts } from '../../../protocol/messages/model-texts.ts'

export const says = modelTexts('language_server_answers', {
  none: {
    en: 'No language server is there for {path}. {install}',
    zh: '没有可用于 {path} 的语言服务器。{install}',
  },
  install: { en: 'To have one: {install}', zh: '安装方法：{install}' },
  useGrep: { en: 'Use Grep.', zh: '请用 Grep。' },
  notRunning: {
    en: 'No language server runs yet: give file_path as well, a file of the project in that language.',
    zh: '还没有语言服务器在运行：请同时给出 file_path，即该语言的一个项目文件。',
  },
  unknown: {
    en: 'No symbol {symbol} was found. {near}',
    zh: '没有找到符号 {symbol}。{near}',
  },
  near: { en: 'Similar: {names:list}.', zh: '相近的有：{names:list}。' },
  several: {
    en: '{symbol} is the name of several things; give file_path and line of one:\n{places:lines}',
    zh: '{symbol} 有多个同名项；请给出其中一个的 file_path 和 line：\n{places:lines}',
  },
  tooMany: {
    en: 'The language server {server} knows only files that are open, and more files have this name than can be opened at once. Nothing was changed. Use SyntaxReplace, or sed and a build.',
    zh: '语言服务器 {server} 只了解已打开的文件，而含此名称的文件多到无法同时打开。未作任何更改。请用 SyntaxReplace，或 sed 加一次构建。',
  },
  needsSymbol: {
    en: '{operation} needs a symbol, or file_path and line.',
    zh: '{operation} 需要 symbol，或 file_path 和 line。',
  },
  needsFile: { en: '{operation} needs file_path.', zh: '{operation} 需要 file_path。' },
  needsName: { en: 'rename needs new_name.', zh: 'rename 需要 new_name。' },
  cannot: {
    en: 'The language server {server} cannot answer {operation}. {useGrep}',
    zh: '语言服务器 {server} 不支持 {operation}。{useGrep}',
  },
  failed: {
    en: 'The language server {server} gave no answer: {reason}',
    zh: '语言服务器 {server} 没有给出回答：{reason}',
  },
  noAction: {
    en: 'There is no code action {action} here. There are: {titles:list}',
    zh: '这里没有代码操作 {action}。可用的有：{titles:list}',
  },
  nothing: { en: 'The language server would change nothing.', zh: '语言服务器不会作任何更改。' },
  otherFiles: {
    en: 'It would also make, move or delete files, which is not done here: {paths:list}',
    zh: '它还会创建、移动或删除文件，这里不执行：{paths:list}',
  },
  notebooks: {
    en: 'It would also change notebooks: use NotebookEdit for {paths:list}',
    zh: '它还会更改笔记本：请用 NotebookEdit 修改 {paths:list}',
  },
  unread: {
    en: 'It would also change files that are gone, larger than 1 MB or no text, so nothing was changed: {paths:list}',
    zh: '它还会更改已不存在、超过 1 MB 或不是文本的文件，因此未作任何更改：{paths:list}',
  },
  outside: {
    en: 'It would change files that it must not: {paths:list}',
    zh: '它会更改不允许更改的文件：{paths:list}',
  },
})
