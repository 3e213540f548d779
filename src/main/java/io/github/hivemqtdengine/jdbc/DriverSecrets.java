package io.github.hivemqtdengine.jdbc;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.taosdata.jdbc.rs.ConnectionParam;
import com.taosdata.jdbc.utils.JsonUtil;

/**
 * Keeps passwords and tokens out of what TDengine's driver logs at level DEBUG: all parameters of a connection, as
 * JSON.
 */
final class DriverSecrets {

    private DriverSecrets() {}

    static void hide() {
        JsonUtil.getObjectMapper().addMixIn(ConnectionParam.class, WithoutSecrets.class);
    }

    @JsonIgnoreProperties({"password", "cloudToken"})
    private interface WithoutSecrets {}
}
