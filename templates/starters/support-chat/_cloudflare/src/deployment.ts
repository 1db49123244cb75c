// The place of the deployment in source/, which is laid over it.

export { createDeployment } from "../../source/deployment.ts";
