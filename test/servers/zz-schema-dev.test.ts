// dev only
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { startHttpServer } from "./http/http-server.ts";
const require = createRequire(import.meta.url);
const Ajv = require("ajv").default; const Ajv2020 = require("ajv/dist/2020").default; const addFormats = require("ajv-formats").default;
const RES: Record<string,string> = { initialize:"InitializeResult","server/discover":"DiscoverResult","tools/list":"ListToolsResult","tools/call":"CallToolResult","resources/list":"ListResourcesResult","resources/templates/list":"ListResourceTemplatesResult","resources/read":"ReadResourceResult","prompts/list":"ListPromptsResult","prompts/get":"GetPromptResult","completion/complete":"CompleteResult", ping:"EmptyResult","logging/setLevel":"EmptyResult","resources/subscribe":"EmptyResult","resources/unsubscribe":"EmptyResult"};
for (const rev of ["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]) for (const sse of [false,true])
test(`${rev} sse=${sse}`, async () => {
  const schema = JSON.parse(readFileSync(`/tmp/schemas/${rev}.json`,"utf8"));
  const defs = schema.$defs ? "$defs":"definitions";
  const ajv = new (schema.$defs?Ajv2020:Ajv)({strict:false, allErrors:true}); addFormats(ajv); ajv.addSchema(schema,"s");
  const problems: string[] = [];
  const check = (type:string, v:unknown) => { if(!schema[defs][type]) {problems.push("no type "+type);return;} const f=ajv.getSchema(`s#/${defs}/${type}`); if(!f(v)) problems.push(type+" "+JSON.stringify(f.errors.slice(0,3))+" "+JSON.stringify(v).slice(0,400)); };
  const modern = rev==="2026-07-28";
  const s = await startHttpServer({ era: modern?"stateless":"stateful", sse, slowMs:20 });
  let sid: string|undefined; let id=0;
  const out: Record<string, unknown[]> = {};
  const rpc = async (method:string, params:any={}, caps:any={}) => {
    const msg:any = {jsonrpc:"2.0", id:++id, method, params};
    const h: Record<string,string> = {"content-type":"application/json", accept:"application/json, text/event-stream"};
    if (modern) { msg.params = {...params, _meta:{...params._meta,"io.modelcontextprotocol/protocolVersion":rev,"io.modelcontextprotocol/clientCapabilities":caps,"io.modelcontextprotocol/clientInfo":{name:"t",version:"1"}}}; h["mcp-protocol-version"]=rev; h["mcp-method"]=method; const n=params.name??params.uri; if(n) h["mcp-name"]=n; if(params.arguments?.region) h["mcp-param-region"]=params.arguments.region; }
    else { if (sid) h["mcp-session-id"]=sid; if (rev>="2025-06-18"&&sid) h["mcp-protocol-version"]=rev; }
    const r = await fetch(s.url,{method:"POST",headers:h,body:JSON.stringify(msg)});
    sid ??= r.headers.get("mcp-session-id") ?? undefined;
    const t = await r.text();
    const msgs = r.headers.get("content-type")==="text/event-stream" ? t.split("\n\n").filter(Boolean).map(e=>e.split("\n").filter(l=>l.startsWith("data: ")).map(l=>l.slice(6)).join("\n")).filter(Boolean).map(x=>JSON.parse(x)) : [JSON.parse(t)];
    for (const m of msgs) { check("JSONRPCMessage",m); if(m.method) check("ServerNotification",m); else if (m.result) { check(m.result.resultType==="input_required"?"InputRequiredResult":RES[method]!, m.result);} (out[method]??=[]).push(r.status, m); }
    return msgs.at(-1);
  };
  if (!modern) { await rpc("initialize",{protocolVersion:rev,capabilities:{},clientInfo:{name:"t",version:"1"}});
    const n=await fetch(s.url,{method:"POST",headers:{"content-type":"application/json","mcp-session-id":sid!},body:JSON.stringify({jsonrpc:"2.0",method:"notifications/initialized"})}); expect(n.status).toBe(202); }
  else await rpc("server/discover");
  const all = async (m:string,k:string)=>{ const items:any[]=[]; let cursor; do { const r=await rpc(m,cursor?{cursor}:{}); items.push(...r.result[k]); cursor=r.result.nextCursor;} while(cursor); return items; };
  const tools = await all("tools/list","tools"); const resources=await all("resources/list","resources"); const tpl=await all("resources/templates/list","resourceTemplates"); const prompts=await all("prompts/list","prompts");
  console.log(rev, tools.map(t=>t.name).join(), resources.length, tpl.length, prompts.length);
  const args: any = {look_up:{category:"books",limit:1,code:"AB-123",filter:{inStock:true}},describe_shape:{kind:"circle",size:3},measure_text:{text:"a b"},publish_change:{what:"tools"},route_request:{region:"eu"}};
  for (const t of tools) { const r = await rpc("tools/call",{name:t.name,arguments:args[t.name]??{},_meta:{progressToken:"p"+t.name, "io.modelcontextprotocol/logLevel":"debug"}}); if (r.error) console.log(rev,t.name,JSON.stringify(r.error)); if(t.outputSchema) expect(ajv.validate(t.outputSchema,r.result.structuredContent)).toBe(true);
    const bad = await rpc("tools/call",{name:t.name,arguments:{zzz:1}}); if(!sse) console.log(rev,t.name,bad.error?.code ?? bad.result.isError); }
  if (modern) for (const n of ["ask_user","ask_model","ask_roots"]) { const r=await rpc("tools/call",{name:n},{elicitation:{},sampling:{},roots:{}}); expect(r.result.resultType).toBe("input_required"); }
  for (const r of resources) await rpc("resources/read",{uri:r.uri});
  for (const uri of ["memo://entry/entry-001","memo://topic/tea","memo://nope"]) { const r=await rpc("resources/read",{uri}); if(r.error) console.log(rev, JSON.stringify(r.error)); }
  for (const p of prompts) await rpc("prompts/get",{name:p.name,arguments:{topic:"x"}});
  await rpc("completion/complete",{ref:{type:"ref/resource",uri:"memo://entry/{id}"},argument:{name:"id",value:"entry"}});
  if(!modern) { await rpc("ping"); await rpc("logging/setLevel",{level:"debug"}); await rpc("resources/subscribe",{uri:"memo://counter"}); await rpc("resources/unsubscribe",{uri:"memo://counter"}); await rpc("tools/call",{name:"count_slowly",_meta:{progressToken:1}}); }
  await s.close();
  expect(problems).toEqual([]);
});
