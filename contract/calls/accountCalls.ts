import * as z from 'zod/mini';
import {
  captchaRequest,
  changePasswordRequest,
  dailyUsage,
  loginRequest,
  monthQuery,
  payRecordPage,
  registerRequest,
  resetRequest,
  usageQuery,
  user,
} from '../accounts.ts';
import { settings } from '../settings.ts';
import { plainReply, replyOf } from './envelope.ts';
import { row } from './row.ts';

/* The calls that the log-in page needs, apart from the others so that it loads no more. */

/** An extension: the settings of the portal (decision 2). */
export const settingsCall = {
  settings: row({ method: 'GET', path: '/web/settings', access: 'anyone', reply: replyOf(settings) }),
};

/** §7 Accounts. */
export const accountCalls = {
  // §7 Accounts
  sendRegisterCode: row({
    method: 'POST',
    path: '/reg/captcha',
    access: 'anyone',
    body: captchaRequest,
    reply: plainReply,
  }),
  register: row({
    method: 'POST',
    path: '/reg/submit',
    access: 'anyone',
    body: registerRequest,
    reply: plainReply,
  }),
  sendResetCode: row({
    method: 'POST',
    path: '/resetpass/captcha',
    access: 'anyone',
    body: captchaRequest,
    reply: plainReply,
  }),
  resetPassword: row({
    method: 'POST',
    path: '/resetpass/submit',
    access: 'anyone',
    body: resetRequest,
    reply: plainReply,
  }),
  login: row({ method: 'POST', path: '/login', access: 'anyone', body: loginRequest, reply: replyOf(user) }),
  changePassword: row({ method: 'POST', path: '/web/cpwd', body: changePasswordRequest, reply: plainReply }),
  currentUser: row({ method: 'GET', path: '/glu', reply: replyOf(user) }),
  logout: row({ method: 'GET', path: '/logout', reply: plainReply }),
  credits: row({ method: 'GET', path: '/web/credits', reply: replyOf(z.number()), scopes: ['exports'] }),
  dailyUsage: row({ method: 'GET', path: '/api/usage/daily', query: usageQuery, reply: replyOf(dailyUsage) }),
  payRecords: row({
    method: 'GET',
    path: '/web/order/pay/record',
    query: monthQuery,
    reply: replyOf(payRecordPage),
  }),
};
