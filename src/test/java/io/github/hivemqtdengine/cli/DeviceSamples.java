// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import java.util.List;

/** Shortened messages of real device families. */
final class DeviceSamples {

    private DeviceSamples() {}

    /**
     * A message of a device.
     *
     * @param rows how many rows it has
     */
    record Sample(String family, String topic, String payload, int rows) {

        @Override
        public String toString() {
            return family;
        }
    }

    static List<Sample> all() {
        return List.of(
                new Sample("Tasmota", "tele/tasmota_8A41F2/SENSOR", """
                        {"Time":"2026-01-01T10:00:00","ENERGY":{"TotalStartTime":"2025-06-01T08:00:00","Total":12.345,\
                        "Power":61,"Voltage":229,"Current":0.268,"Factor":0.98}}""", 1),
                new Sample("Shelly", "shellyplus1pm-a8032ab12345/status/switch:0", """
                        {"id":0,"source":"init","output":true,"apower":8.9,"voltage":237.5,"current":0.064,\
                        "aenergy":{"total":6.532,"by_minute":[45.199,47.141,88.397],"minute_ts":1767225600},\
                        "temperature":{"tC":23.5,"tF":74.4}}""", 1),
                new Sample("zigbee2mqtt", "zigbee2mqtt/kitchen", """
                        {"battery":97.5,"humidity":48.12,"linkquality":120,"temperature":21.53,"occupancy":false,\
                        "update":{"installed_version":16777241,"state":"idle"}}""", 1),
                new Sample("ChirpStack", "application/17f2/device/0101010101010101/event/up", """
                        {"deduplicationId":"3ac7e3c4","time":"2026-01-01T10:00:00.123456+00:00",\
                        "deviceInfo":{"tenantId":"52f14cd4","deviceName":"door","devEui":"0101010101010101"},\
                        "adr":true,"dr":5,"fCnt":42,"fPort":2,"confirmed":false,"data":"qg==","object":{"open":1},\
                        "rxInfo":[{"gatewayId":"0016c001f153a14c","rssi":-57,"snr":10.5}]}""", 1),
                new Sample("SenML", "senml/urn_dev_1", """
                        [{"bn":"urn:dev:ow:10e2073a01080063:","n":"voltage","u":"V","v":120.1,"t":1767225600},\
                        {"n":"current","u":"A","v":1.2,"t":1767225600},{"n":"on","vb":true,"t":1767225601}]""", 3),
                new Sample("OPC UA PubSub", "opcua/json/data/plant1/writer7", """
                        {"MessageId":"32235546-05d9","MessageType":"ua-data","PublisherId":"plant1","Messages":[\
                        {"DataSetWriterId":62541,"SequenceNumber":7,"Timestamp":"2026-01-01T10:00:00Z",\
                        "Payload":{"Speed":{"Value":1450.5},"Running":{"Value":true}}}]}""", 1),
                new Sample("Modbus gateway", "gateway/g7/modbus", """
                        {"ts":1767225600123,"slave":3,"values":{"40001":231,"40002":-17,"40003":18446744073709551615}}\
                        """, 1),
                new Sample("energy meter", "meters/0815/obis", """
                        {"timestamp":1767225600,"1-0:1.8.0":{"value":7031.559,"unit":"kWh"},"1-0:2.8.0":null}""", 1),
                new Sample("vehicle", "fleet/truck-12/telemetry", """
                        {"vin":"WDB9634031L123456","t":1767225600123456,"gps":{"lat":52.52,"lon":13.405,"sats":11},\
                        "speed":83.2,"dtc":[],"odo":431205,"driver":"\\u738b\\u4f1f & <co>"}""", 1),
                new Sample("Home Assistant", "homeassistant/sensor/0x00158d/state", """
                        {"state":"on","attributes":{"friendly name":"Lamp \\"hall\\"","brightness":254,\
                        "rgb_color":[255,0,0],"icon":null}}""", 1),
                new Sample("gateway array", "gateway/g7/points", """
                        {"hall":"B","points":[{"machine":"press-1","at":"2026-01-01T00:00:00Z","temp":41.5},\
                        {"machine":"press-2","at":"2026-01-01T00:00:00Z","temp":39,"bar":7}]}""", 2),
                new Sample("nanoseconds", "edge/9/batch", """
                        {"time":1767225600123456789,"rows":[{"k":"a","v":1},{"k":"b","v":2.5}]}""", 2),
                new Sample("names that need care", "odd/1", """
                        {"TS":1767225600,"ts2":7,"Seq":1,"topic":"x","a.b":1,"a b":2,"a/b":3,"a~b":4,"tbname":5,"subtable":6,\
                        "9lives":9,"\\u6e29\\u5ea6":21.5,"{brace}":1,"quote\\"":2,"":3,"lit":1}""", 1),
                new Sample("plain number", "sensors/12/temperature", "21.5", 1),
                new Sample("line of text", "log/a1", "A1;23.5;ok", 1),
                new Sample("nothing but a time", "heartbeat/7", "{\"t\":1767225600}", 1));
    }
}
