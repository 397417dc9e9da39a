import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["parts", "src/generated", "node_modules", "*.mjs", "eslint.config.js"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/dot-notation": "off",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: ["it", "describe", "after"], package: "node:test" }] },
      ],
      "@typescript-eslint/non-nullable-type-assertion-style": "off",
    },
  },
);
