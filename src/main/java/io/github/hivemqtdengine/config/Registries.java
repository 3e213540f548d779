// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static io.github.hivemqtdengine.config.xml.ElementType.element;
import static io.github.hivemqtdengine.config.xml.Setting.text;

import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.registry.RegistrySettings;
import java.time.Duration;

/** Declaration of {@code <schema-registries>}. */
final class Registries {

    static final Setting<String> ID = text("id", Names.OF_ID)
            .required()
            .like("main")
            .doc("Name by which payloads refer to the registry", "供载荷引用的名称");

    static final Setting<String> URL = text("url", Form.text("URL", "URL").matching("https?://.+"))
            .required()
            .like("https://registry.example.com:8081")
            .doc(
                    "URL below which the API is, such as `https://registry.example.com:8081`",
                    "API 所在的 URL，例如 `https://registry.example.com:8081`");

    static final Setting<String> USERNAME = text("username", Form.text("text", "文本"))
            .like("reader")
            .doc("User name, or key of an API", "用户名，或 API 的密钥名");

    static final Setting<String> PASSWORD = text("password", Form.text("text, may be empty", "文本，可以为空"))
            .like("${FILE:/run/secrets/registry}")
            .otherwise("required with `username`", "有 `username` 时必填")
            .doc("Password, or secret of the key, which is never logged", "密码，或密钥的内容，绝不会写入日志");

    static final ElementType TLS = element(
            "tls",
            "Verification of the server; only for a URL with `https`",
            "对服务器的校验；仅用于 `https` 的 URL",
            Databases.CA_FILE);

    static final Setting<Duration> REQUEST_TIMEOUT = text("request-timeout", Quantities.duration("100 ms", "10 s"))
            .or(RegistrySettings.REQUEST_TIMEOUT)
            .doc(
                    "Time limit for the look-up of one schema with its references; a lane waits that long",
                    "查询一个模式及其引用的时限；通道最多等待这么久");

    static final ElementType REGISTRY = element(
                    "registry",
                    "Registry with the API of Confluent's Schema Registry",
                    "提供 Confluent Schema Registry API 的注册中心",
                    ID,
                    URL,
                    USERNAME,
                    PASSWORD,
                    TLS,
                    REQUEST_TIMEOUT)
            .repeated();

    static final ElementType REGISTRIES = element(
                    "schema-registries", "Schema registries that payloads refer to", "载荷引用的模式注册中心", REGISTRY)
            .since("0.2.0");

    private Registries() {}
}
