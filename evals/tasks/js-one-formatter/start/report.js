export const reportHead = (name, date) => {
  const day = ('0' + date.getUTCDate()).slice(-2)
  const month = ('0' + (date.getUTCMonth() + 1)).slice(-2)
  return name + ' (' + day + '.' + month + '.' + date.getUTCFullYear() + ')'
}
