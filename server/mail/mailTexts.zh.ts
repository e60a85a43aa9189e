import type { Block, LetterText, LetterTexts } from './mailTexts.ts';

const secret: Block = { shows: 'secret' };
const hello: Block = { says: '您好：' };
const regards: Block = { says: '{app} 敬上' };
const codeHolds: Block = {
  says: '验证码在 {minutes} 分钟内有效，且只能使用一次。{app} 的任何人都不会向您索要验证码。',
};
const logIn: Block = { leadsTo: 'login', says: '登录：' };
const orders: Block = { leadsTo: 'orders', says: '您的订单：' };
const reset: Block = { leadsTo: 'reset', says: '重置密码：' };

function letter(subject: string, ...blocks: readonly (string | Block)[]): LetterText {
  const own = blocks.map((block): Block => (typeof block === 'string' ? { says: block } : block));
  return { subject, blocks: [hello, ...own, regards] };
}

/** The letters in Chinese. */
export const chineseLetters: LetterTexts = {
  registerCode: letter(
    '{app} 注册验证码',
    '您在 {app} 注册账户的验证码为：',
    secret,
    codeHolds,
    '如果您没有申请验证码，可能是他人误填了您的邮箱，您无需进行任何操作：没有验证码，任何人都无法用您的邮箱开通账户。',
  ),
  accountExists: letter(
    '您已有 {app} 账户',
    '有人（可能是您本人）申请用此邮箱在 {app} 注册。该邮箱已有账户，因此不会再开通新账户，原账户也没有任何变化。',
    '请用您的密码登录；如果忘记了密码，请在登录处选择“重置密码”。新账户须通过审核后方可登录，届时我们会发邮件通知您。',
    logIn,
    reset,
    '如果不是您本人操作，您无需进行任何操作。',
  ),
  resetCode: letter(
    '{app} 重置密码验证码',
    '您在 {app} 重置账户密码的验证码为：',
    secret,
    codeHolds,
    '如果您没有申请验证码，您无需进行任何操作：您的密码保持不变。',
  ),
  newPassword: letter(
    '您的 {app} 新密码',
    '您的 {app} 账户密码已重置，新密码为：',
    secret,
    '该密码只能用来登录一次，且须在 {hours} 小时内使用。登录后请立即在账户页面设置您自己的密码：该密码不能再次用于登录。原密码已失效，所有会话均已结束。',
    '{app} 的任何人都不会向您索要密码。',
    logIn,
    '如果您没有重置密码，说明有人能读取您的邮件：请修改您的邮箱密码，然后再次重置 {app} 的密码。',
  ),
  registered: letter(
    '您在 {app} 的注册',
    '感谢您在 {app} 注册。您的账户正在等待审核：我们会审核每一个新账户。审核通过后即可登录，届时我们会发邮件通知您。',
    '如果您没有注册，说明有人能读取您的邮件：请修改您的邮箱密码，并与我们联系。',
  ),
  approved: letter(
    '您的 {app} 账户已开通',
    '您的 {app} 账户已通过审核。现在您可以用您的邮箱和注册时设置的密码登录。',
    logIn,
  ),
  rejected: letter(
    '您在 {app} 的注册未获通过',
    '很抱歉，您的 {app} 账户未通过审核，因此无法登录。如果您认为有误，请与我们联系。',
  ),
  passwordChanged: letter(
    '您的 {app} 密码已修改',
    '您的 {app} 账户密码已于 {at}（UTC）修改，所有会话均已结束。请用新密码登录。',
    logIn,
    '如果不是您本人操作，请立即重置密码：在登录处选择“重置密码”。这样，知道当前密码的人将无法再登录。',
    reset,
  ),
  orderCompleted: letter(
    '您在 {app} 的订单 {order} 已完成',
    '您的订单“{name}”（{order}）已完成。文件已在订单列表中：展开该订单即可下载。',
    orders,
  ),
  orderFailed: letter(
    '您在 {app} 的订单 {order} 失败',
    '很抱歉，您的订单“{name}”（{order}）未能完成，不会产生费用。如果时间窗口内没有符合云量要求的过境，编程订单就会失败：延长时间窗口或放宽云量可提高成功率。',
    orders,
  ),
};
