import{U as n,d as t,s as e}from"./shared_19.js";async function*p(o){let{body:r}=await e(n(o,"/export"));if(r!==null)for await(let i of t(r,`
`))yield JSON.parse(i)}export{p as a};