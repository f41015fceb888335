import { area } from '../area.ts'

/** What can go wrong with files that a run wants from the provider. */
export const fileFlagText = area('file_flag', {
  no_wish: {
    en: '--file: {given}: expected <file id>:<path>, such as file_011CNha:docs/notes.txt.',
    zh: '--file：{given}：应为 <文件 id>:<路径>，例如 file_011CNha:docs/notes.txt。',
  },
  twice: {
    en: '--file: two files are to be put at {path}. Give each a path of its own.',
    zh: '--file：有两个文件要放到 {path}。请为每个文件指定不同的路径。',
  },
  outside: {
    en: '--file: {path} is not inside the working directory {cwd}. Give a path inside it.',
    zh: '--file：{path} 不在工作目录 {cwd} 内。请指定其中的路径。',
  },
  unusable: { en: "--file: {path} can't be used: {why}", zh: '--file：无法使用 {path}：{why}' },
  refused: {
    en: '--file: nothing may be written to {path} without you being asked: {why}. Choose another path.',
    zh: '--file：未经询问不得写入 {path}：{why}。请换一个路径。',
  },
  exists: {
    en: '--file: {path} exists already and holds something else. Nothing was written over it: move it away, or choose another path.',
    zh: '--file：{path} 已存在，且内容不同，未被覆盖。请先移走它，或换一个路径。',
  },
  no_key: {
    en: '--file needs an API key of Anthropic, or ANTHROPIC_BASE_URL with a gateway that has its Files API. {missing}',
    zh: '--file 需要 Anthropic 的 API 密钥，或用 ANTHROPIC_BASE_URL 指向支持其 Files API 的网关。{missing}',
  },
  not_there: {
    en: "--file: {id} can't be downloaded from {host}: {said} (status {status:number}).",
    zh: '--file：无法从 {host} 下载 {id}：{said}（状态码 {status:number}）。',
  },
  unreachable: {
    en: "--file: {id} can't be downloaded from {host}: {why}",
    zh: '--file：无法从 {host} 下载 {id}：{why}',
  },
  too_large: {
    en: '--file: {id} is larger than {most:number} MB and was not downloaded.',
    zh: '--file：{id} 超过 {most:number} MB，未下载。',
  },
  not_written: { en: "--file: {path} can't be written: {why}", zh: '--file：无法写入 {path}：{why}' },
})
