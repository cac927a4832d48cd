declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  const SwaggerUI: (options: Readonly<Record<string, unknown>>) => unknown;
  export default SwaggerUI;
}

declare module "locales/*?all" {
  const source: string;
  export default source;
}

declare module "locales/*?film" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "locales/*?predict" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "locales/*?animation" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "locales/*?pictures" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "locales/*?notes" {
  const catalogue: import("./narration/compiled").CompiledCatalogue;
  export default catalogue;
}

declare module "*.css?inline" {
  const styles: string;
  export default styles;
}
